"""What all figures have in common: their files, their words, a font that has these."""
