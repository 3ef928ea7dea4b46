#ifndef CPANGOTEXT_FONTS_H
#define CPANGOTEXT_FONTS_H

#if !__has_include(<pango/pangocairo.h>)
#error "Pango's headers are missing. Install libpango1.0-dev (Debian, Ubuntu), pango-devel (Fedora) or pango (Arch)."
#endif
#include <pango/pangocairo.h>
#include <pthread.h>
#include <stdatomic.h>

// The fonts of one thread, and of the layouts that were made there.
typedef struct {
    pthread_mutex_t lock;
    atomic_int users;
    PangoFontMap *map;
    PangoContext *context;
} pango_text_fonts;

// The calling thread's, with one more user; NULL where there is no memory.
pango_text_fonts *pango_text_take_fonts(void);
void pango_text_leave_fonts(pango_text_fonts *fonts);

#endif
