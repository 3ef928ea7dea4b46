#ifndef CPANGOTEXT_H
#define CPANGOTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Texts laid out by Pango and drawn on Cairo, behind declarations that need neither's headers.
//
// Any thread may call any of these: Pango's fonts belong to one thread at a time, so each thread has fonts of its own, behind a lock that a
// layout takes along wherever it is used. Places in a text are bytes of UTF-8. Lengths are units of the layout, y downwards.

struct _cairo;

// A look, for a part of a text.
typedef struct {
    size_t start, end;
    // Pango's list of families.
    const char *family;
    double size;
    int weight;
    bool is_italic, is_underlined, is_struck_through, has_background;
    // Red, green, blue and alpha.
    double color[4], background[4];
    // What is added to each letter's width, and how far above the baseline it stands.
    double kern, rise;
} pango_text_span;

typedef enum { pango_text_cut_none, pango_text_cut_start, pango_text_cut_middle, pango_text_cut_end } pango_text_cut;

typedef struct {
    // Valid UTF-8 without NUL.
    const char *text;
    size_t length;
    // In order, and together all of the text; the first one also counts for a text without letters.
    const pango_text_span *spans;
    size_t span_count;
    // Negative for none.
    double width;
    bool wraps, is_justified;
    // Where letters are left out of each line that is too long, if lines are not wrapped.
    pango_text_cut cut;
    // Whether ends of lines are shown as letters, in one line.
    bool is_one_line;
} pango_text_request;

typedef struct {
    size_t start, length;
    double width, ascent, height;
    // What is painted, from the line's left end and the baseline.
    double ink_x, ink_y, ink_width, ink_height;
    bool is_right_to_left, starts_paragraph;
} pango_text_line;

typedef struct pango_text_layout pango_text_layout;

// NULL where there is no memory.
pango_text_layout *pango_text_create(const pango_text_request *request);
void pango_text_destroy(pango_text_layout *layout);

size_t pango_text_line_count(pango_text_layout *layout);
// Writes what lines there are, at most `count`.
void pango_text_get_lines(pango_text_layout *layout, pango_text_line *lines, size_t count);
// Whether letters were left out of a line.
bool pango_text_is_cut(pango_text_layout *layout);
// From the line's left end to the leading edge of what stands at a place.
double pango_text_x(pango_text_layout *layout, size_t line, size_t index);
// The place between two letters that is nearest.
size_t pango_text_index(pango_text_layout *layout, size_t line, double x);
// Writes the left and right ends of what the letters between two places cover, from the line's left end; of at most `count` stretches.
// Returns how many there are.
size_t pango_text_stretches(
    pango_text_layout *layout, size_t line, size_t start, size_t end, double *edges, size_t count);
// Draws a line whose left end and baseline are given, with letters whose size is at most 2,000,000 pixels.
void pango_text_draw(pango_text_layout *layout, size_t line, struct _cairo *cairo, double x, double baseline);

// Whether a family of this name is installed, whatever its case and spaces.
bool pango_text_has_family(const char *name);

#endif
