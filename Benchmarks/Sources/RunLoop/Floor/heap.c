#include "floor.h"

static bool before(const floor_entry *a, const floor_entry *b) {
    return a->due < b->due || (a->due == b->due && a->sequence < b->sequence);
}

static void place(floor_heap *heap, long position, floor_entry entry) {
    heap->entries[position] = entry;
    entry.timer->position = position;
}

static void up(floor_heap *heap, long position, floor_entry entry) {
    while (position > 0) {
        long parent = (position - 1) / 4;
        if (!before(&entry, &heap->entries[parent])) break;
        place(heap, position, heap->entries[parent]);
        position = parent;
    }
    place(heap, position, entry);
}

static void down(floor_heap *heap, long position, floor_entry entry) {
    for (;;) {
        long first = position * 4 + 1;
        if (first >= heap->count) break;
        long least = first, end = first + 4 < heap->count ? first + 4 : heap->count;
        for (long child = first + 1; child < end; child++) {
            if (before(&heap->entries[child], &heap->entries[least])) least = child;
        }
        if (!before(&heap->entries[least], &entry)) break;
        place(heap, position, heap->entries[least]);
        position = least;
    }
    place(heap, position, entry);
}

void floor_heap_push(floor_heap *heap, floor_timer *timer) {
    if (heap->count == heap->room) {
        heap->room = heap->room ? heap->room * 2 : 64;
        heap->entries = realloc(heap->entries, (size_t)heap->room * sizeof *heap->entries);
    }
    up(heap, heap->count++, (floor_entry){timer->due, heap->sequence++, timer});
}

void floor_heap_remove(floor_heap *heap, floor_timer *timer) {
    long position = timer->position;
    floor_entry last = heap->entries[--heap->count];
    timer->position = -1;
    if (position == heap->count) return;
    if (position > 0 && before(&last, &heap->entries[(position - 1) / 4])) up(heap, position, last);
    else down(heap, position, last);
}
