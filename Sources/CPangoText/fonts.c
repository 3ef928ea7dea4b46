#include "fonts.h"

#include <fontconfig/fontconfig.h>
#include <stdlib.h>

#include "CPangoText.h"

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void leave(void *fonts) { pango_text_leave_fonts(fonts); }
static void make_key(void) { pthread_key_create(&key, leave); }

void pango_text_leave_fonts(pango_text_fonts *fonts) {
    if (atomic_fetch_sub(&fonts->users, 1) > 1) return;
    g_object_unref(fonts->context);
    g_object_unref(fonts->map);
    pthread_mutex_destroy(&fonts->lock);
    free(fonts);
}

pango_text_fonts *pango_text_take_fonts(void) {
    pthread_once(&once, make_key);
    pango_text_fonts *fonts = pthread_getspecific(key);
    if (!fonts) {
        fonts = calloc(1, sizeof *fonts);
        if (!fonts) return NULL;
        pthread_mutex_init(&fonts->lock, NULL);
        fonts->map = pango_cairo_font_map_new();
        fonts->context = pango_font_map_create_context(fonts->map);
        // Letters have the same shape and the same width at every scale.
        cairo_font_options_t *options = cairo_font_options_create();
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
        pango_cairo_context_set_font_options(fonts->context, options);
        cairo_font_options_destroy(options);
        pango_context_set_round_glyph_positions(fonts->context, FALSE);
        pango_context_set_base_dir(fonts->context, PANGO_DIRECTION_WEAK_LTR);
        // The thread is a user too.
        atomic_init(&fonts->users, 1);
        pthread_setspecific(key, fonts);
    }
    atomic_fetch_add(&fonts->users, 1);
    return fonts;
}

bool pango_text_has_family(const char *name) {
    FcPattern *wanted = FcPatternCreate();
    if (!wanted) return false;
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)name);
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    FcResult result = FcResultMatch;
    FcPattern *found = FcFontMatch(NULL, wanted, &result);
    bool has = false;
    for (int place = 0; found && !has; place++) {
        FcChar8 *family = NULL;
        if (FcPatternGetString(found, FC_FAMILY, place, &family) != FcResultMatch) break;
        has = FcStrCmpIgnoreCase(family, (const FcChar8 *)name) == 0;
        for (const char *left = name, *right = (const char *)family; !has;) {
            while (*left == ' ') left++;
            while (*right == ' ') right++;
            if (!*left && !*right) has = true;
            if (g_ascii_tolower(*left) != g_ascii_tolower(*right) || !*left) break;
            left++, right++;
        }
    }
    if (found) FcPatternDestroy(found);
    FcPatternDestroy(wanted);
    return has;
}
