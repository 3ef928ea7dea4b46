#include "layout.h"

#include <stdlib.h>
#include <string.h>

// Which span a run belongs to is written into its colour, which Pango keeps with the letters and never looks at.
static PangoAttribute *span_mark(size_t number) {
    return pango_attr_foreground_new(number & 0xffff, number >> 16 & 0xffff, 0);
}

static void add(PangoAttrList *list, PangoAttribute *attribute, const pango_text_span *span) {
    attribute->start_index = span->start;
    attribute->end_index = span->end;
    pango_attr_list_insert(list, attribute);
}

static PangoFontDescription *description(const pango_text_span *span) {
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, span->family);
    pango_font_description_set_absolute_size(font, span->size * PANGO_SCALE);
    pango_font_description_set_weight(font, span->weight);
    pango_font_description_set_style(font, span->is_italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    return font;
}

static void set_spans(PangoLayout *layout, const pango_text_request *request) {
    PangoAttrList *list = pango_attr_list_new();
    for (size_t number = 0; number < request->span_count; number++) {
        const pango_text_span *span = &request->spans[number];
        PangoFontDescription *font = description(span);
        if (number == 0) pango_layout_set_font_description(layout, font);
        add(list, pango_attr_font_desc_new(font), span);
        pango_font_description_free(font);
        add(list, span_mark(number), span);
        if (span->kern != 0) add(list, pango_attr_letter_spacing_new(span->kern * PANGO_SCALE), span);
        if (span->rise != 0) add(list, pango_attr_rise_new(span->rise * PANGO_SCALE), span);
    }
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

static bool has_wide_line(PangoLayout *layout) {
    for (GSList *rest = pango_layout_get_lines_readonly(layout); rest; rest = rest->next) {
        PangoRectangle logical;
        pango_layout_line_get_extents(rest->data, NULL, &logical);
        if (logical.width > pango_layout_get_width(layout)) return true;
    }
    return false;
}

// Whether what counts as one letter comes from several fonts, as a colour of skin behind what has none.
static bool divides_letter(PangoLayout *layout) {
    int count = 0;
    const PangoLogAttr *places = pango_layout_get_log_attrs_readonly(layout, &count);
    const char *text = pango_layout_get_text(layout), *start = text;
    long before = 0;
    for (GSList *lines = pango_layout_get_lines_readonly(layout); lines; lines = lines->next) {
        PangoLayoutLine *line = lines->data;
        before += g_utf8_pointer_to_offset(start, text + line->start_index);
        start = text + line->start_index;
        for (GSList *rest = line->runs; rest; rest = rest->next) {
            PangoLayoutRun *run = rest->data;
            long place = before + g_utf8_pointer_to_offset(start, text + run->item->offset);
            if (place > 0 && place < count && !places[place].is_char_break) return true;
        }
    }
    return false;
}

// Between words, and within those that are too wide. Asked for both at once, Pango ends the program where a letter comes from several
// fonts (an assertion in process_line, 1.50), but it does not for either alone.
static void wrap(PangoLayout *layout) {
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    if (!has_wide_line(layout)) return;
    pango_layout_set_wrap(layout, divides_letter(layout) ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR);
}

static void set_rules(PangoLayout *layout, const pango_text_request *request) {
    static const PangoEllipsizeMode modes[] = {PANGO_ELLIPSIZE_NONE, PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_MIDDLE,
                                               PANGO_ELLIPSIZE_END};
    bool is_limited = request->width >= 0 && (request->wraps || request->cut != pango_text_cut_none);
    pango_layout_set_width(layout, is_limited ? (int)(request->width * PANGO_SCALE) : -1);
    pango_layout_set_ellipsize(layout, modes[request->cut]);
    pango_layout_set_justify(layout, request->is_justified);
    pango_layout_set_single_paragraph_mode(layout, request->is_one_line);
    if (is_limited && request->wraps) wrap(layout);
}

pango_text_layout *pango_text_create(const pango_text_request *request) {
    pango_text_layout *made = calloc(1, sizeof *made);
    pango_text_span *spans = calloc(request->span_count + 1, sizeof *spans);
    pango_text_fonts *fonts = made && spans ? pango_text_take_fonts() : NULL;
    if (!fonts) {
        free(made);
        free(spans);
        return NULL;
    }
    memcpy(spans, request->spans, request->span_count * sizeof *spans);
    made->fonts = fonts;
    made->spans = spans;
    made->span_count = request->span_count;
    pthread_mutex_lock(&fonts->lock);
    made->layout = pango_layout_new(fonts->context);
    pango_layout_set_text(made->layout, request->text, request->length);
    set_spans(made->layout, request);
    set_rules(made->layout, request);
    size_t count = pango_layout_get_line_count(made->layout);
    made->lines = calloc(count, sizeof *made->lines);
    if (made->lines) {
        made->line_count = count;
        size_t number = 0;
        for (GSList *rest = pango_layout_get_lines_readonly(made->layout); rest; rest = rest->next) {
            made->lines[number++] = rest->data;
        }
    }
    pthread_mutex_unlock(&fonts->lock);
    return made;
}

void pango_text_destroy(pango_text_layout *layout) {
    pthread_mutex_lock(&layout->fonts->lock);
    g_object_unref(layout->layout);
    pthread_mutex_unlock(&layout->fonts->lock);
    pango_text_leave_fonts(layout->fonts);
    free(layout->lines);
    free(layout->spans);
    free(layout);
}

size_t pango_text_line_count(pango_text_layout *layout) { return layout->line_count; }

void pango_text_get_lines(pango_text_layout *layout, pango_text_line *lines, size_t count) {
    const double unit = PANGO_SCALE;
    pthread_mutex_lock(&layout->fonts->lock);
    for (size_t number = 0; number < count && number < layout->line_count; number++) {
        PangoLayoutLine *line = layout->lines[number];
        PangoRectangle ink, logical;
        pango_layout_line_get_extents(line, &ink, &logical);
        lines[number] = (pango_text_line){
            .start = line->start_index,
            .length = line->length,
            .width = logical.width / unit,
            .ascent = -logical.y / unit,
            .height = logical.height / unit,
            .ink_x = ink.x / unit,
            .ink_y = ink.y / unit,
            .ink_width = ink.width / unit,
            .ink_height = ink.height / unit,
            .is_right_to_left = line->resolved_dir == PANGO_DIRECTION_RTL,
            .starts_paragraph = line->is_paragraph_start,
        };
    }
    pthread_mutex_unlock(&layout->fonts->lock);
}

bool pango_text_is_cut(pango_text_layout *layout) {
    pthread_mutex_lock(&layout->fonts->lock);
    bool is_cut = pango_layout_is_ellipsized(layout->layout);
    pthread_mutex_unlock(&layout->fonts->lock);
    return is_cut;
}

double pango_text_x(pango_text_layout *layout, size_t line, size_t index) {
    if (line >= layout->line_count) return 0;
    int x = 0;
    pthread_mutex_lock(&layout->fonts->lock);
    PangoLayoutLine *place = layout->lines[line];
    size_t end = place->start_index + place->length;
    if (place->length > 0 && index >= end) {
        // Behind the last letter, which is not always at the right.
        const char *text = pango_layout_get_text(layout->layout);
        pango_layout_line_index_to_x(place, g_utf8_prev_char(text + end) - text, TRUE, &x);
    } else {
        pango_layout_line_index_to_x(place, index, FALSE, &x);
    }
    pthread_mutex_unlock(&layout->fonts->lock);
    return x / (double)PANGO_SCALE;
}

size_t pango_text_index(pango_text_layout *layout, size_t line, double x) {
    if (line >= layout->line_count) return 0;
    int index = 0, trailing = 0;
    pthread_mutex_lock(&layout->fonts->lock);
    pango_layout_line_x_to_index(layout->lines[line], x * PANGO_SCALE, &index, &trailing);
    const char *text = pango_layout_get_text(layout->layout);
    const char *place = text + index;
    for (; trailing > 0 && *place; trailing--) place = g_utf8_next_char(place);
    pthread_mutex_unlock(&layout->fonts->lock);
    return place - text;
}

size_t pango_text_stretches(
    pango_text_layout *layout, size_t line, size_t start, size_t end, double *edges, size_t count) {
    if (line >= layout->line_count) return 0;
    int *whole = NULL, *ranges = NULL;
    int whole_count = 0, range_count = 0;
    pthread_mutex_lock(&layout->fonts->lock);
    PangoLayoutLine *place = layout->lines[line];
    size_t first = place->start_index, last = first + place->length;
    if (start < first) start = first;
    if (end > last) end = last;
    if (start < end) {
        // Both are told from the layout's left side; the line's left end is that of all of it.
        pango_layout_line_get_x_ranges(place, first, last, &whole, &whole_count);
        pango_layout_line_get_x_ranges(place, start, end, &ranges, &range_count);
    }
    pthread_mutex_unlock(&layout->fonts->lock);
    int left = 0;
    for (int index = 0; index < whole_count; index++) {
        if (index == 0 || whole[2 * index] < left) left = whole[2 * index];
    }
    for (int index = 0; index < range_count && (size_t)index < count; index++) {
        edges[2 * index] = (ranges[2 * index] - left) / (double)PANGO_SCALE;
        edges[2 * index + 1] = (ranges[2 * index + 1] - left) / (double)PANGO_SCALE;
    }
    g_free(whole);
    g_free(ranges);
    return range_count;
}
