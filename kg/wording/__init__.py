"""What headings and captions say: names that the registry knows, splits, shots, units, arrows."""
