"""What ``kg import`` takes for large files: time beside a plain pass over the same bytes, growth, and memory."""
