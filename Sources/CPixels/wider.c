#include "wide.h"

#if defined(__x86_64__)
#include <immintrin.h>

// Sixteen pixels at once; the same as eight, see wide.c.

#define WIDER __attribute__((target("avx512f,avx512bw")))
#define WIDER_INLINE WIDER __attribute__((always_inline)) static inline

// A product of bytes as parts of 255, rounded: (x + 128) * 257 / 65536.
WIDER_INLINE __m512i rounded(__m512i product) {
    return _mm512_mulhi_epu16(_mm512_add_epi16(product, _mm512_set1_epi16(128)), _mm512_set1_epi16(257));
}

// Eight pixels of words, as unpacking leaves them.
WIDER_INLINE __m512i over8(__m512i target, __m512i source, __m512i order) {
    __m512i rest = _mm512_sub_epi16(_mm512_set1_epi16(255), _mm512_shuffle_epi8(source, order));
    return _mm512_add_epi16(source, rounded(_mm512_mullo_epi16(target, rest)));
}

// Those of sixteen pixels that a mask names; the others are neither read nor written.
WIDER_INLINE void over16_at(uint32_t *target, const uint32_t *source, __m512i factor, int is_whole, __mmask16 mask) {
    __m512i pixels = _mm512_maskz_loadu_epi32(mask, source), zero = _mm512_setzero_si512();
    if (_mm512_test_epi32_mask(pixels, pixels) == 0) return;
    // Each pixel's alpha in its four words.
    const __m512i order = _mm512_broadcast_i32x4(_mm_setr_epi8(6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15));
    __m512i low = _mm512_unpacklo_epi8(pixels, zero), high = _mm512_unpackhi_epi8(pixels, zero);
    if (!is_whole) {
        low = rounded(_mm512_mullo_epi16(low, factor));
        high = rounded(_mm512_mullo_epi16(high, factor));
    }
    __m512i below = _mm512_maskz_loadu_epi32(mask, target);
    __m512i result = _mm512_packus_epi16(over8(_mm512_unpacklo_epi8(below, zero), low, order),
                                         over8(_mm512_unpackhi_epi8(below, zero), high, order));
    _mm512_mask_storeu_epi32(target, mask, result);
}

WIDER void wider_over(uint32_t *target, size_t target_stride, const uint32_t *source, size_t source_stride, uint32_t alpha, size_t width,
                      size_t height) {
    __m512i factor = _mm512_set1_epi16((short)alpha);
    __mmask16 rest = (__mmask16)((1u << (width & 15)) - 1);
    for (size_t y = 0; y < height; y++, target += target_stride, source += source_stride) {
        if (y + 2 < height) ask_for(target + 2 * target_stride, width);
        size_t x = 0;
        for (; x + 16 <= width; x += 16) over16_at(target + x, source + x, factor, alpha == 255, 0xffff);
        if (rest) over16_at(target + x, source + x, factor, alpha == 255, rest);
    }
}
#endif
