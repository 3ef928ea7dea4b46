#include <harfbuzz/hb-ot.h>
#include <math.h>

#include "layout.h"

// Letters of so many pixels and more are drawn by their outlines: kept pictures of them would take more memory than they save time.
static const double largest_kept = 256;
// Outlines are asked for at this size, and mapped.
static const double outline_size = 2048;
// Beyond this Cairo's coordinates have no room for a letter.
static const double largest = 2000000;

typedef struct {
    PangoLayoutRun *run;
    const pango_text_span *span;
    double x, baseline, width, top, height;
} run_place;

static const pango_text_span *span_of(pango_text_layout *layout, PangoLayoutRun *run) {
    for (GSList *rest = run->item->analysis.extra_attrs; rest; rest = rest->next) {
        const PangoAttribute *attribute = rest->data;
        if (attribute->klass->type != PANGO_ATTR_FOREGROUND) continue;
        PangoColor mark = ((const PangoAttrColor *)attribute)->color;
        size_t number = mark.red | (size_t)mark.green << 16;
        if (number < layout->span_count) return &layout->spans[number];
    }
    return &layout->spans[0];
}

static void set_color(cairo_t *cairo, const double color[4]) {
    cairo_set_source_rgba(cairo, color[0], color[1], color[2], color[3]);
}

// How many pixels a unit has.
static double scale_of(cairo_t *cairo) {
    cairo_matrix_t map;
    cairo_get_matrix(cairo, &map);
    return fmax(hypot(map.xx, map.yx), hypot(map.xy, map.yy));
}

static bool has_color(PangoFont *font) {
    hb_face_t *face = hb_font_get_face(pango_font_get_hb_font(font));
    return hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face);
}

// A letter's outline, filled where it is.
static void fill_outline(cairo_t *cairo, cairo_t *scratch, PangoFont *font, PangoGlyphString *glyph, double size, double x,
                         double y) {
    double scale = outline_size / size;
    cairo_identity_matrix(scratch);
    cairo_scale(scratch, scale, scale);
    cairo_new_path(scratch);
    cairo_move_to(scratch, 0, 0);
    pango_cairo_glyph_string_path(scratch, font, glyph);
    cairo_path_t *path = cairo_copy_path(scratch);
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_new_path(cairo);
    cairo_append_path(cairo, path);
    cairo_fill(cairo);
    cairo_restore(cairo);
    cairo_path_destroy(path);
}

// A letter that is a picture, made larger than it is kept.
static void paint_picture(cairo_t *cairo, PangoFont *font, PangoGlyphString *glyph, PangoRectangle ink, double size,
                          double x, double y) {
    double scale = largest_kept / size, unit = PANGO_SCALE;
    int width = ceil(fmin(ink.width / unit * scale + 2, 4096)), height = ceil(fmin(ink.height / unit * scale + 2, 4096));
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *drawing = cairo_create(surface);
    cairo_translate(drawing, 1, 1);
    cairo_scale(drawing, scale, scale);
    cairo_translate(drawing, -ink.x / unit, -ink.y / unit);
    cairo_move_to(drawing, 0, 0);
    pango_cairo_show_glyph_string(drawing, font, glyph);
    cairo_destroy(drawing);
    cairo_save(cairo);
    cairo_translate(cairo, x + ink.x / unit, y + ink.y / unit);
    cairo_scale(cairo, 1 / scale, 1 / scale);
    cairo_set_source_surface(cairo, surface, -1, -1);
    cairo_paint(cairo);
    cairo_restore(cairo);
    cairo_surface_destroy(surface);
}

static void draw_large(cairo_t *cairo, run_place place) {
    PangoFont *font = place.run->item->analysis.font;
    PangoGlyphString *glyphs = place.run->glyphs, *one = pango_glyph_string_new();
    bool is_picture = has_color(font);
    double left, top, right, bottom, unit = PANGO_SCALE, x = place.x;
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    cairo_surface_t *nothing = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *scratch = cairo_create(nothing);
    pango_glyph_string_set_size(one, 1);
    for (int number = 0; number < glyphs->num_glyphs; number++) {
        PangoGlyphInfo info = glyphs->glyphs[number];
        double own_x = x + info.geometry.x_offset / unit, own_y = place.baseline + info.geometry.y_offset / unit;
        x += info.geometry.width / unit;
        if (info.glyph == PANGO_GLYPH_EMPTY) continue;
        PangoRectangle ink;
        pango_font_get_glyph_extents(font, info.glyph, &ink, NULL);
        // What is not seen must not be counted by Cairo, which cannot count so far.
        if (ink.width <= 0 || ink.height <= 0 || own_x + (ink.x + ink.width) / unit < left || own_x + ink.x / unit > right ||
            own_y + (ink.y + ink.height) / unit < top || own_y + ink.y / unit > bottom)
            continue;
        info.geometry.x_offset = info.geometry.y_offset = 0;
        one->glyphs[0] = info;
        if (is_picture && !(info.glyph & PANGO_GLYPH_UNKNOWN_FLAG))
            paint_picture(cairo, font, one, ink, place.span->size, own_x, own_y);
        else
            fill_outline(cairo, scratch, font, one, place.span->size, own_x, own_y);
    }
    cairo_destroy(scratch);
    cairo_surface_destroy(nothing);
    pango_glyph_string_free(one);
}

static void draw_bar(cairo_t *cairo, run_place place, int position, int thickness) {
    const double unit = PANGO_SCALE;
    cairo_rectangle(cairo, place.x, place.baseline - position / unit, place.width, thickness / unit);
    cairo_fill(cairo);
}

static void draw_run(cairo_t *cairo, run_place place) {
    PangoFont *font = place.run->item->analysis.font;
    set_color(cairo, place.span->color);
    double pixels = place.span->size * scale_of(cairo);
    if (pixels > largest_kept) {
        draw_large(cairo, place);
    } else {
        cairo_move_to(cairo, place.x, place.baseline);
        pango_cairo_show_glyph_string(cairo, font, place.run->glyphs);
    }
    if (!place.span->is_underlined && !place.span->is_struck_through) return;
    PangoFontMetrics *metrics = pango_font_get_metrics(font, NULL);
    if (place.span->is_underlined)
        draw_bar(cairo, place, pango_font_metrics_get_underline_position(metrics),
                 pango_font_metrics_get_underline_thickness(metrics));
    if (place.span->is_struck_through)
        draw_bar(cairo, place, pango_font_metrics_get_strikethrough_position(metrics),
                 pango_font_metrics_get_strikethrough_thickness(metrics));
    pango_font_metrics_unref(metrics);
}

// The run's letters come where the line does, one run after another from the left.
static run_place place_of(pango_text_layout *layout, PangoLayoutRun *run, double x, double baseline) {
    const double unit = PANGO_SCALE;
    PangoRectangle logical;
    pango_glyph_string_extents(run->glyphs, run->item->analysis.font, NULL, &logical);
    return (run_place){.run = run,
                       .span = span_of(layout, run),
                       .x = x + run->start_x_offset / unit,
                       .baseline = baseline - run->y_offset / unit,
                       .width = logical.width / unit,
                       .top = baseline + (logical.y - run->y_offset) / unit,
                       .height = logical.height / unit};
}

void pango_text_draw(pango_text_layout *layout, size_t line, cairo_t *cairo, double x, double baseline) {
    if (line >= layout->line_count) return;
    const double unit = PANGO_SCALE;
    pthread_mutex_lock(&layout->fonts->lock);
    // Backgrounds lie below all letters: these may reach over their neighbours'.
    for (int is_letters = 0; is_letters < 2; is_letters++) {
        double run_x = x;
        for (GSList *rest = layout->lines[line]->runs; rest; rest = rest->next) {
            PangoLayoutRun *run = rest->data;
            run_place place = place_of(layout, run, run_x, baseline);
            run_x += place.width + (run->start_x_offset + run->end_x_offset) / unit;
            if (place.span->size * scale_of(cairo) > largest) continue;
            if (is_letters) {
                draw_run(cairo, place);
            } else if (place.span->has_background) {
                set_color(cairo, place.span->background);
                cairo_rectangle(cairo, place.x, place.top, place.width, place.height);
                cairo_fill(cairo);
            }
        }
    }
    pthread_mutex_unlock(&layout->fonts->lock);
}
