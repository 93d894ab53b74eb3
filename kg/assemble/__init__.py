"""From a read page, its curated facts and the registry to model objects."""
