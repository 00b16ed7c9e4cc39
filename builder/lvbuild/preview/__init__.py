"""What a build would write, told without writing it."""
