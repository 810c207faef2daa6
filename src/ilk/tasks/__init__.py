"""What people do with similarities and models: explain them, look at the topics."""
