// Only the flags of the libraries below Pango are wanted of this module: CPangoText includes Pango itself.
