#ifndef CPANGOTEXT_LAYOUT_H
#define CPANGOTEXT_LAYOUT_H

#include "CPangoText.h"
#include "fonts.h"

struct pango_text_layout {
    pango_text_fonts *fonts;
    PangoLayout *layout;
    // Copies; families are not kept.
    pango_text_span *spans;
    size_t span_count;
    // The lines by number; the layout's own.
    PangoLayoutLine **lines;
    size_t line_count;
};

#endif
