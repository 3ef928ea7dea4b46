#include "wide.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))
#define WIDE_INLINE WIDE __attribute__((always_inline)) static inline

// A product of bytes as parts of 255, rounded: (x + 128) * 257 / 65536.
WIDE_INLINE __m256i rounded(__m256i product) {
    return _mm256_mulhi_epu16(_mm256_add_epi16(product, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

// Eight pixels as words: the first, second, fifth and sixth, and the others, as unpacking leaves them.
typedef struct {
    __m256i low, high;
} words;

WIDE_INLINE words unpacked(__m256i pixels) {
    __m256i zero = _mm256_setzero_si256();
    return (words){_mm256_unpacklo_epi8(pixels, zero), _mm256_unpackhi_epi8(pixels, zero)};
}

WIDE_INLINE __m256i over4(__m256i target, __m256i source) {
    // Each pixel's alpha in its four words.
    const __m256i order = _mm256_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14,
                                           15, 14, 15, 14, 15);
    __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(255), _mm256_shuffle_epi8(source, order));
    return _mm256_add_epi16(source, rounded(_mm256_mullo_epi16(target, rest)));
}

WIDE_INLINE __m256i over8(__m256i target, words source) {
    words below = unpacked(target);
    return _mm256_packus_epi16(over4(below.low, source.low), over4(below.high, source.high));
}

// Each pixel times a byte of its own, which stands in each of four words.
WIDE_INLINE words scaled8(words source, __m256i low_alpha, __m256i high_alpha) {
    return (words){rounded(_mm256_mullo_epi16(source.low, low_alpha)), rounded(_mm256_mullo_epi16(source.high, high_alpha))};
}

// Where fewer than eight are left, the last eight are drawn before all others, and of those that come again nothing is: what is clear leaves
// everything as it is. So nobody reads what has been written just before.
static const int32_t lanes[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};

WIDE_INLINE __m256i only_last(__m256i pixels, size_t left) {
    return _mm256_and_si256(pixels, _mm256_loadu_si256((const __m256i *)(lanes + left)));
}

// How many of the last eight are drawn before the whole eights.
#define REST(count) ((count) & 7)

WIDE_INLINE void over8_at(uint32_t *target, const uint32_t *source, uint32_t alpha, size_t left) {
    __m256i pixels = _mm256_loadu_si256((const __m256i *)source);
    if (left) pixels = only_last(pixels, left);
    if (_mm256_testz_si256(pixels, pixels)) return;
    __m256i factor = _mm256_set1_epi16((short)alpha), *place = (__m256i *)target;
    words parts = unpacked(pixels);
    if (alpha < 255) parts = scaled8(parts, factor, factor);
    _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), parts));
}

WIDE void wide_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha, size_t width,
                    size_t height) {
    size_t rest = REST(width);
    for (size_t y = 0; y < height; y++, target += target_stride, source += source_stride) {
        if (y + 2 < height) ask_for(target + 2 * target_stride, width);
        if (rest) over8_at(target + width - 8, source + width - 8, alpha, rest);
        for (size_t x = 0; x + 8 <= width; x += 8) over8_at(target + x, source + x, alpha, 0);
    }
}

// Pixels times a cover of bytes in words of 32 bits.
WIDE_INLINE words covered8(words pixels, __m256i cover) {
    cover = _mm256_or_si256(cover, _mm256_slli_epi32(cover, 16));
    return scaled8(pixels, _mm256_unpacklo_epi32(cover, cover), _mm256_unpackhi_epi32(cover, cover));
}

WIDE_INLINE void over8_covered_at(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t left) {
    __m256i pixels = _mm256_loadu_si256((const __m256i *)source);
    if (left) pixels = only_last(pixels, left);
    if (_mm256_testz_si256(pixels, pixels)) return;
    __m256i *place = (__m256i *)target;
    __m256i much = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)cover));
    if (alpha < 255) much = rounded(_mm256_mullo_epi16(much, _mm256_set1_epi16((short)alpha)));
    words parts = covered8(unpacked(pixels), much);
    _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), parts));
}

WIDE void wide_over_covered(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t count) {
    size_t rest = REST(count);
    if (rest) over8_covered_at(target + count - 8, source + count - 8, alpha, cover + count - 8, rest);
    for (size_t x = 0; x + 8 <= count; x += 8) over8_covered_at(target + x, source + x, alpha, cover + x, 0);
}

// The sums of two rows' parts, with weights of words.
WIDE_INLINE __m256i stacked(__m256i top, __m256i bottom, __m256i above, __m256i below) {
    __m256i sum = _mm256_add_epi16(_mm256_mulhrs_epi16(top, above), _mm256_mulhrs_epi16(bottom, below));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(64)), 7);
}

// The sums of pixels and their left neighbours, with weights of signed bytes.
WIDE_INLINE words beside(const uint32_t *row, __m256i weights) {
    __m256i left = _mm256_loadu_si256((const __m256i *)(row - 1)), right = _mm256_loadu_si256((const __m256i *)row);
    return (words){_mm256_maddubs_epi16(_mm256_unpacklo_epi8(left, right), weights),
                   _mm256_maddubs_epi16(_mm256_unpackhi_epi8(left, right), weights)};
}

WIDE_INLINE int is_clear(words parts) {
    __m256i any = _mm256_or_si256(parts.low, parts.high);
    return _mm256_testz_si256(any, any);
}

typedef struct {
    __m256i weights, above, below;
} mixing;

// Eight pixels of a row: what the row above came to is kept, and what this one comes to takes its place.
WIDE_INLINE void mixed8_at(uint32_t *target, const uint32_t *row, words *kept, const mixing *mixing, size_t rest) {
    __m256i none = _mm256_setzero_si256();
    words last = *kept, next = row ? beside(row, mixing->weights) : (words){none, none};
    *kept = next;
    if (is_clear((words){_mm256_or_si256(last.low, next.low), _mm256_or_si256(last.high, next.high)})) return;
    words mixed = {stacked(last.low, next.low, mixing->above, mixing->below),
                   stacked(last.high, next.high, mixing->above, mixing->below)};
    if (rest) mixed = unpacked(only_last(_mm256_packus_epi16(mixed.low, mixed.high), rest));
    __m256i *place = (__m256i *)target;
    _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), mixed));
}

// As many columns as are kept of a row.
enum { most_columns = 256 };

WIDE static void shifted_columns(uint32_t *target, size_t target_stride, const pixels_shifted *shifted, size_t left, size_t top, size_t width,
                                 size_t height) {
    words kept[most_columns / 8 + 1];
    size_t rest = REST(width), whole = width - rest;
    mixing mixing = {_mm256_set1_epi16((short)((128 - shifted->right) | shifted->right << 8)), _mm256_set1_epi16((short)shifted->above),
                     _mm256_set1_epi16((short)shifted->below)};
    const uint32_t *row = top > 0 ? shifted->source + (top - 1) * shifted->stride + left : 0;
    __m256i none = _mm256_setzero_si256();
    for (size_t x = 0; x < whole; x += 8) kept[x / 8] = row ? beside(row + x, mixing.weights) : (words){none, none};
    if (rest) kept[whole / 8] = row ? beside(row + width - 8, mixing.weights) : (words){none, none};
    for (size_t y = 0; y < height; y++, target += target_stride) {
        row = top + y < shifted->height ? shifted->source + (top + y) * shifted->stride + left : 0;
        if (y + 2 < height) ask_for(target + 2 * target_stride, width);
        if (rest) mixed8_at(target + width - 8, row ? row + width - 8 : 0, &kept[whole / 8], &mixing, rest);
        for (size_t x = 0; x < whole; x += 8) mixed8_at(target + x, row ? row + x : 0, &kept[x / 8], &mixing, 0);
    }
}

WIDE void wide_over_shifted(uint32_t *target, size_t target_stride, const pixels_shifted *shifted, size_t left, size_t top, size_t width,
                            size_t height) {
    // The last part has at least eight columns, too.
    while (width > 0) {
        size_t part = width <= most_columns ? width : width < most_columns + 8 ? most_columns - 8 : most_columns;
        shifted_columns(target, target_stride, shifted, left, top, part, height);
        target += part;
        left += part;
        width -= part;
    }
}

typedef uint64_t pair __attribute__((aligned(4), may_alias));

// Two pixels that lie side by side, of each of four places.
WIDE_INLINE __m256i pairs(const uint32_t *pixels, const uint32_t *places, int a, int b, int c, int d) {
    return _mm256_set_epi64x((long long)*(const pair *)(pixels + places[d]), (long long)*(const pair *)(pixels + places[c]),
                             (long long)*(const pair *)(pixels + places[b]), (long long)*(const pair *)(pixels + places[a]));
}

typedef struct {
    const pixels_picture *picture;
    __m256i last_column, last_row, stride, alpha;
    int is_whole;
} looked_at;

WIDE_INLINE looked_at prepare(const pixels_picture *picture, uint32_t alpha) {
    return (looked_at){picture,
                       _mm256_set1_epi32(picture->width - 2),
                       _mm256_set1_epi32(picture->height - 2),
                       _mm256_set1_epi32((int32_t)picture->stride),
                       _mm256_set1_epi16((short)alpha_part(alpha)),
                       alpha == 255};
}

// Means of four pixels each, by the upper left ones' columns and rows, and by 128ths of the right and the lower ones.
WIDE_INLINE words mixed_at(const looked_at *from, __m256i column, __m256i row, __m256i right, __m256i low) {
    const __m256i full = _mm256_set1_epi32(128), most = _mm256_set1_epi32(32767);
    // The bytes of two pixels, each beside its neighbour's.
    const __m256i order = _mm256_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13,
                                           10, 14, 11, 15);
    uint32_t places[8] __attribute__((aligned(32)));
    _mm256_store_si256((__m256i *)places, _mm256_add_epi32(_mm256_mullo_epi32(row, from->stride), column));

    right = _mm256_max_epi32(right, _mm256_set1_epi32(1));
    __m256i weights = _mm256_or_si256(_mm256_sub_epi32(full, right), _mm256_slli_epi32(right, 8));
    __m256i above = _mm256_min_epi32(_mm256_slli_epi32(_mm256_sub_epi32(full, low), 8), most);
    __m256i below = _mm256_min_epi32(_mm256_slli_epi32(low, 8), most);
    weights = _mm256_or_si256(weights, _mm256_slli_epi32(weights, 16));
    above = _mm256_or_si256(above, _mm256_slli_epi32(above, 16));
    below = _mm256_or_si256(below, _mm256_slli_epi32(below, 16));
    if (!from->is_whole) above = _mm256_mulhrs_epi16(above, from->alpha), below = _mm256_mulhrs_epi16(below, from->alpha);

    const uint32_t *top = from->picture->pixels, *bottom = top + from->picture->stride;
    __m256i low_weights = _mm256_unpacklo_epi32(weights, weights), high_weights = _mm256_unpackhi_epi32(weights, weights);
    __m256i tops = _mm256_maddubs_epi16(_mm256_shuffle_epi8(pairs(top, places, 0, 1, 4, 5), order), low_weights);
    __m256i bottoms = _mm256_maddubs_epi16(_mm256_shuffle_epi8(pairs(bottom, places, 0, 1, 4, 5), order), low_weights);
    words result;
    result.low = stacked(tops, bottoms, _mm256_unpacklo_epi32(above, above), _mm256_unpacklo_epi32(below, below));
    tops = _mm256_maddubs_epi16(_mm256_shuffle_epi8(pairs(top, places, 2, 3, 6, 7), order), high_weights);
    bottoms = _mm256_maddubs_epi16(_mm256_shuffle_epi8(pairs(bottom, places, 2, 3, 6, 7), order), high_weights);
    result.high = stacked(tops, bottoms, _mm256_unpackhi_epi32(above, above), _mm256_unpackhi_epi32(below, below));
    return result;
}

// At places within the picture.
WIDE_INLINE words taken8(const looked_at *from, __m256i u, __m256i v) {
    __m256i column = _mm256_min_epi32(_mm256_srai_epi32(u, 16), from->last_column);
    __m256i row = _mm256_min_epi32(_mm256_srai_epi32(v, 16), from->last_row);
    __m256i right = _mm256_srai_epi32(_mm256_sub_epi32(u, _mm256_slli_epi32(column, 16)), 9);
    __m256i low = _mm256_srai_epi32(_mm256_sub_epi32(v, _mm256_slli_epi32(row, 16)), 9);
    right = _mm256_min_epi32(right, _mm256_set1_epi32(127));
    return mixed_at(from, column, row, right, low);
}

// At places before the last column and row.
WIDE_INLINE words taken8_before_last(const looked_at *from, __m256i u, __m256i v) {
    const __m256i part = _mm256_set1_epi32(127);
    return mixed_at(from, _mm256_srli_epi32(u, 16), _mm256_srli_epi32(v, 16), _mm256_and_si256(_mm256_srli_epi32(u, 9), part),
                    _mm256_and_si256(_mm256_srli_epi32(v, 9), part));
}

// A distance from an edge as a part of a pixel.
WIDE_INLINE __m256d part(__m256d distance) {
    return _mm256_min_pd(_mm256_max_pd(_mm256_add_pd(distance, _mm256_set1_pd(0.5)), _mm256_setzero_pd()), _mm256_set1_pd(1));
}

// The part of four pixels that lies between edges, as `pixels_cover` has it.
WIDE_INLINE __m128i cover4(const wide_edges *edges, __m256d place) {
    __m256d parts[4];
    for (int i = 0; i < 4; i++) {
        parts[i] = part(_mm256_add_pd(_mm256_mul_pd(_mm256_set1_pd(edges->step[i]), place), _mm256_set1_pd(edges->row[i])));
    }
    __m256d one = _mm256_set1_pd(1), zero = _mm256_setzero_pd();
    __m256d across = _mm256_max_pd(_mm256_sub_pd(_mm256_add_pd(parts[0], parts[1]), one), zero);
    __m256d down = _mm256_max_pd(_mm256_sub_pd(_mm256_add_pd(parts[2], parts[3]), one), zero);
    __m256d bytes = _mm256_mul_pd(_mm256_mul_pd(across, down), _mm256_set1_pd(255));
    return _mm256_cvttpd_epi32(_mm256_add_pd(bytes, _mm256_set1_pd(0.5)));
}

// The same of a row's pixels, where those that are covered wholly are known.
WIDE_INLINE __m128i cover4_of(const wide_row *row, int64_t x) {
    if (x >= row->full && x + 4 <= row->full_end) return _mm_set1_epi32(255);
    return cover4(&row->edges, _mm256_add_pd(_mm256_set1_pd((double)(row->first + x) + 0.5), _mm256_setr_pd(0, 1, 2, 3)));
}

WIDE_INLINE __m256i cover8(const wide_row *row, int64_t x) { return _mm256_setr_m128i(cover4_of(row, x), cover4_of(row, x + 4)); }

typedef struct {
    looked_at from;
    // Places of the first pixel and of seven more; or where they are listed.
    __m256i u, v, most_u, most_v;
    const wide_row *row;
} looking;

WIDE_INLINE words looked8(const looking *look, int64_t x) {
    const wide_row *row = look->row;
    __m256i u, v;
    if (row->us) {
        u = _mm256_loadu_si256((const __m256i *)(row->us + x)), v = _mm256_loadu_si256((const __m256i *)(row->vs + x));
    } else {
        __m256i zero = _mm256_setzero_si256();
        u = _mm256_add_epi32(look->u, _mm256_set1_epi32((int32_t)x * row->step_u));
        v = _mm256_add_epi32(look->v, _mm256_set1_epi32((int32_t)x * row->step_v));
        u = _mm256_min_epi32(_mm256_max_epi32(u, zero), look->most_u);
        v = _mm256_min_epi32(_mm256_max_epi32(v, zero), look->most_v);
    }
    return taken8(&look->from, u, v);
}

// As much of them as lies between the edges.
WIDE_INLINE words within8(words pixels, const wide_row *row, int64_t x) {
    return x < row->full || x + 8 > row->full_end ? covered8(pixels, cover8(row, x)) : pixels;
}

WIDE_INLINE void put8(uint32_t *target, words pixels) {
    __m256i *place = (__m256i *)target;
    _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), pixels));
}

WIDE_INLINE void looked8_at(uint32_t *target, const looking *look, int64_t x, int64_t rest) {
    words pixels = looked8(look, x);
    if (rest) pixels = unpacked(only_last(_mm256_packus_epi16(pixels.low, pixels.high), (size_t)rest));
    if (!is_clear(pixels)) put8(target + x, within8(pixels, look->row, x));
}

// Whether all places between two of a row are before the last column or row: those in a straight line are, where both ends are.
WIDE_INLINE int is_before_last(int32_t place, int32_t step, int64_t x, int64_t end, int32_t size) {
    int64_t first = place + step * x, last = place + step * (end - 1), most = (int64_t)(size - 1) << 16;
    return first >= 0 && first < most && last >= 0 && last < most;
}

// Pixels that are covered wholly, of places in a straight line that need not be kept within the picture.
WIDE_INLINE void inner_at(uint32_t *target, const looking *look, int64_t x, int64_t end) {
    const wide_row *row = look->row;
    __m256i eight = _mm256_set1_epi32(8), start = _mm256_set1_epi32((int32_t)x);
    __m256i step_u = _mm256_set1_epi32(row->step_u), step_v = _mm256_set1_epi32(row->step_v);
    __m256i u = _mm256_add_epi32(look->u, _mm256_mullo_epi32(start, step_u));
    __m256i v = _mm256_add_epi32(look->v, _mm256_mullo_epi32(start, step_v));
    step_u = _mm256_mullo_epi32(eight, step_u), step_v = _mm256_mullo_epi32(eight, step_v);
    for (; x < end; x += 8, u = _mm256_add_epi32(u, step_u), v = _mm256_add_epi32(v, step_v)) {
        words pixels = taken8_before_last(&look->from, u, v);
        if (!is_clear(pixels)) put8(target + x, pixels);
    }
}

// Fewer than eight: nothing behind them is read or written.
WIDE_INLINE void looked_at_few(uint32_t *target, const looking *look, __m256i numbers, int64_t count) {
    __m256i those = _mm256_cmpgt_epi32(_mm256_set1_epi32((int32_t)count), numbers);
    words pixels = within8(looked8(look, 0), look->row, 0);
    int *place = (int *)target;
    _mm256_maskstore_epi32(place, those, over8(_mm256_maskload_epi32(place, those), pixels));
}

WIDE void wide_over_looked_at(uint32_t *target, const pixels_picture *picture, const wide_row *row, int64_t count) {
    __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    looking look = {prepare(picture, row->alpha), _mm256_set1_epi32(0), _mm256_set1_epi32(0), _mm256_set1_epi32((picture->width - 1) << 16),
                    _mm256_set1_epi32((picture->height - 1) << 16), row};
    look.u = _mm256_add_epi32(_mm256_set1_epi32(row->u), _mm256_mullo_epi32(numbers, _mm256_set1_epi32(row->step_u)));
    look.v = _mm256_add_epi32(_mm256_set1_epi32(row->v), _mm256_mullo_epi32(numbers, _mm256_set1_epi32(row->step_v)));
    if (count < 8) return looked_at_few(target, &look, numbers, count);
    int64_t rest = count & 7;
    if (rest) looked8_at(target, &look, count - 8, rest);
    // Whole eights: those from the first to the last that is covered wholly.
    int64_t whole = count - rest, first = (row->full + 7) & ~(int64_t)7, end = (row->full_end < whole ? row->full_end : whole) & ~(int64_t)7;
    if (first < 0) first = 0;
    if (row->us || first >= end || !is_before_last(row->u, row->step_u, first, end, picture->width)
        || !is_before_last(row->v, row->step_v, first, end, picture->height)) {
        first = end = whole;
    }
    for (int64_t x = 0; x < first; x += 8) looked8_at(target, &look, x, 0);
    inner_at(target, &look, first, end);
    for (int64_t x = end; x < whole; x += 8) looked8_at(target, &look, x, 0);
}

WIDE void wide_take(uint32_t *result, const pixels_picture *picture, const int32_t *across, const int32_t *down, uint32_t alpha, size_t count) {
    looked_at from = prepare(picture, alpha);
    for (size_t done = 0; done < count; done += 8) {
        size_t x = done + 8 <= count ? done : count - 8;
        words pixels = taken8(&from, _mm256_loadu_si256((const __m256i *)(across + x)), _mm256_loadu_si256((const __m256i *)(down + x)));
        _mm256_storeu_si256((__m256i *)(result + x), _mm256_packus_epi16(pixels.low, pixels.high));
    }
}

#endif
