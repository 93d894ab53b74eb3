"""From the bytes of a source page to cells: one module per page kind."""
