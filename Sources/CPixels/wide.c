#include "wide.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

// A product of bytes as parts of 255, rounded: (x + 128) * 257 / 65536.
WIDE static inline __m256i rounded(__m256i product) {
    return _mm256_mulhi_epu16(_mm256_add_epi16(product, _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

WIDE static inline __m256i over8(__m256i target, __m256i source) {
    __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(255);
    // Each pixel's alpha in four words.
    const __m256i first = _mm256_setr_epi8(3, -1, 3, -1, 3, -1, 3, -1, 7, -1, 7, -1, 7, -1, 7, -1, 3, -1, 3, -1, 3, -1, 3, -1, 7, -1,
                                           7, -1, 7, -1, 7, -1);
    const __m256i last = _mm256_setr_epi8(11, -1, 11, -1, 11, -1, 11, -1, 15, -1, 15, -1, 15, -1, 15, -1, 11, -1, 11, -1, 11, -1, 11,
                                          -1, 15, -1, 15, -1, 15, -1, 15, -1);
    __m256i low = _mm256_shuffle_epi8(source, first), high = _mm256_shuffle_epi8(source, last);
    low = rounded(_mm256_mullo_epi16(_mm256_unpacklo_epi8(target, zero), _mm256_sub_epi16(full, low)));
    high = rounded(_mm256_mullo_epi16(_mm256_unpackhi_epi8(target, zero), _mm256_sub_epi16(full, high)));
    return _mm256_add_epi8(source, _mm256_packus_epi16(low, high));
}

// Each pixel times a byte of its own, which stands in each of four words.
WIDE static inline __m256i scaled8(__m256i source, __m256i low_alpha, __m256i high_alpha) {
    __m256i zero = _mm256_setzero_si256();
    __m256i low = rounded(_mm256_mullo_epi16(_mm256_unpacklo_epi8(source, zero), low_alpha));
    __m256i high = rounded(_mm256_mullo_epi16(_mm256_unpackhi_epi8(source, zero), high_alpha));
    return _mm256_packus_epi16(low, high);
}

// Where fewer than eight are left, the last eight are done, and of those that have been done already nothing is drawn: what is clear leaves
// everything as it is.
static const int32_t lanes[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};

WIDE static inline __m256i only_last(__m256i pixels, size_t left) {
    return _mm256_and_si256(pixels, _mm256_loadu_si256((const __m256i *)(lanes + left)));
}

// The first of the next eight; `count` is at least 8.
#define FIRST(x, count) ((x) + 8 <= (count) ? (x) : (count) - 8)

WIDE void wide_over(uint32_t *target, const uint32_t *source, uint32_t alpha, size_t count) {
    __m256i factor = _mm256_set1_epi16((short)alpha);
    for (size_t done = 0; done < count; done += 8) {
        size_t x = FIRST(done, count);
        __m256i pixels = _mm256_loadu_si256((const __m256i *)(source + x));
        if (x < done) pixels = only_last(pixels, count - done);
        if (_mm256_testz_si256(pixels, pixels)) continue;
        if (alpha < 255) pixels = scaled8(pixels, factor, factor);
        __m256i *place = (__m256i *)(target + x);
        _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), pixels));
    }
}

WIDE void wide_over_covered(uint32_t *target, const uint32_t *source, uint32_t alpha, const uint8_t *cover, size_t count) {
    __m256i factor = _mm256_set1_epi16((short)alpha);
    for (size_t done = 0; done < count; done += 8) {
        size_t x = FIRST(done, count);
        // Each byte of the cover in four words of its pixel's.
        __m256i part = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(cover + x)));
        part = _mm256_or_si256(part, _mm256_slli_epi32(part, 16));
        part = rounded(_mm256_mullo_epi16(part, factor));
        __m256i pixels = _mm256_loadu_si256((const __m256i *)(source + x));
        if (x < done) pixels = only_last(pixels, count - done);
        if (_mm256_testz_si256(pixels, pixels)) continue;
        pixels = scaled8(pixels, _mm256_unpacklo_epi32(part, part), _mm256_unpackhi_epi32(part, part));
        __m256i *place = (__m256i *)(target + x);
        _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), pixels));
    }
}

// The mean of two rows' pairs of bytes, with weights of signed bytes.
WIDE static inline __m256i mixed(__m256i top, __m256i bottom, __m256i weights, __m256i above, __m256i below) {
    __m256i sum = _mm256_add_epi16(_mm256_mulhrs_epi16(_mm256_maddubs_epi16(top, weights), above),
                                   _mm256_mulhrs_epi16(_mm256_maddubs_epi16(bottom, weights), below));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(64)), 7);
}

WIDE void wide_over_mixed(uint32_t *target, const uint32_t *top, const uint32_t *bottom, uint32_t right, uint32_t top_weight,
                          uint32_t bottom_weight, size_t count) {
    __m256i weights = _mm256_set1_epi16((short)((128 - right) | right << 8));
    __m256i above = _mm256_set1_epi16((short)top_weight), below = _mm256_set1_epi16((short)bottom_weight);
    for (size_t done = 0; done < count; done += 8) {
        size_t x = FIRST(done, count);
        __m256i tl = _mm256_loadu_si256((const __m256i *)(top + x - 1)), tr = _mm256_loadu_si256((const __m256i *)(top + x));
        __m256i bl = _mm256_loadu_si256((const __m256i *)(bottom + x - 1));
        __m256i br = _mm256_loadu_si256((const __m256i *)(bottom + x));
        __m256i any = _mm256_or_si256(_mm256_or_si256(tl, tr), _mm256_or_si256(bl, br));
        if (_mm256_testz_si256(any, any)) continue;
        __m256i low = mixed(_mm256_unpacklo_epi8(tl, tr), _mm256_unpacklo_epi8(bl, br), weights, above, below);
        __m256i high = mixed(_mm256_unpackhi_epi8(tl, tr), _mm256_unpackhi_epi8(bl, br), weights, above, below);
        __m256i pixels = _mm256_packus_epi16(low, high);
        if (x < done) pixels = only_last(pixels, count - done);
        __m256i *place = (__m256i *)(target + x);
        _mm256_storeu_si256(place, over8(_mm256_loadu_si256(place), pixels));
    }
}

typedef uint64_t pair __attribute__((aligned(4), may_alias));

// Two pixels that lie side by side, of each of four places.
WIDE static inline __m256i pairs(const uint32_t *pixels, const int32_t *places, int a, int b, int c, int d) {
    return _mm256_set_epi64x((long long)*(const pair *)(pixels + places[d]), (long long)*(const pair *)(pixels + places[c]),
                             (long long)*(const pair *)(pixels + places[b]), (long long)*(const pair *)(pixels + places[a]));
}

WIDE void wide_take(uint32_t *result, const pixels_picture *picture, const int32_t *across, const int32_t *down, size_t count) {
    __m256i last_column = _mm256_set1_epi32(picture->width - 2), last_row = _mm256_set1_epi32(picture->height - 2);
    __m256i stride = _mm256_set1_epi32((int32_t)picture->stride), full = _mm256_set1_epi32(128);
    __m256i most = _mm256_set1_epi32(32767);
    // The bytes of two pixels, each beside its neighbour's.
    __m256i order = _mm256_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13,
                                     10, 14, 11, 15);
    for (size_t done = 0; done < count; done += 8) {
        size_t x = FIRST(done, count);
        __m256i u = _mm256_loadu_si256((const __m256i *)(across + x)), v = _mm256_loadu_si256((const __m256i *)(down + x));
        __m256i column = _mm256_min_epi32(_mm256_srai_epi32(u, 16), last_column);
        __m256i row = _mm256_min_epi32(_mm256_srai_epi32(v, 16), last_row);
        __m256i right = _mm256_srai_epi32(_mm256_sub_epi32(u, _mm256_slli_epi32(column, 16)), 9);
        __m256i low = _mm256_srai_epi32(_mm256_sub_epi32(v, _mm256_slli_epi32(row, 16)), 9);
        int32_t places[8] __attribute__((aligned(32)));
        _mm256_store_si256((__m256i *)places, _mm256_add_epi32(_mm256_mullo_epi32(row, stride), column));

        right = _mm256_max_epi32(_mm256_min_epi32(right, _mm256_set1_epi32(127)), _mm256_set1_epi32(1));
        __m256i weights = _mm256_or_si256(_mm256_sub_epi32(full, right), _mm256_slli_epi32(right, 8));
        __m256i above = _mm256_min_epi32(_mm256_slli_epi32(_mm256_sub_epi32(full, low), 8), most);
        __m256i below = _mm256_min_epi32(_mm256_slli_epi32(low, 8), most);
        weights = _mm256_or_si256(weights, _mm256_slli_epi32(weights, 16));
        above = _mm256_or_si256(above, _mm256_slli_epi32(above, 16));
        below = _mm256_or_si256(below, _mm256_slli_epi32(below, 16));

        const uint32_t *top = picture->pixels, *bottom = picture->pixels + picture->stride;
        __m256i parts[2];
        parts[0] = mixed(_mm256_shuffle_epi8(pairs(top, places, 0, 1, 4, 5), order),
                         _mm256_shuffle_epi8(pairs(bottom, places, 0, 1, 4, 5), order), _mm256_unpacklo_epi32(weights, weights),
                         _mm256_unpacklo_epi32(above, above), _mm256_unpacklo_epi32(below, below));
        parts[1] = mixed(_mm256_shuffle_epi8(pairs(top, places, 2, 3, 6, 7), order),
                         _mm256_shuffle_epi8(pairs(bottom, places, 2, 3, 6, 7), order), _mm256_unpackhi_epi32(weights, weights),
                         _mm256_unpackhi_epi32(above, above), _mm256_unpackhi_epi32(below, below));
        _mm256_storeu_si256((__m256i *)(result + x), _mm256_packus_epi16(parts[0], parts[1]));
    }
}

#endif
