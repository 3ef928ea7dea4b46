// The X server's protocol, keyboards, and what Swift cannot say of them.
#ifndef MAINSPRING_CXCB_H
#define MAINSPRING_CXCB_H

#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xcb/present.h>
#include <xcb/randr.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>
#include <xcb/xcb_cursor.h>
#include <xcb/xfixes.h>
#include <xcb/xinput.h>
#include <xcb/xkb.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon-x11.h>
#include <xkbcommon/xkbcommon.h>

/// An extension of the protocol.
enum mainspring_x11_extension {
    mainspring_x11_shm,
    mainspring_x11_present,
    mainspring_x11_xfixes,
    mainspring_x11_randr,
    mainspring_x11_xinput,
    mainspring_x11_xkb,
};

static inline xcb_extension_t *mainspring_x11_extension_name(enum mainspring_x11_extension extension) {
    switch (extension) {
    case mainspring_x11_shm: return &xcb_shm_id;
    case mainspring_x11_present: return &xcb_present_id;
    case mainspring_x11_xfixes: return &xcb_xfixes_id;
    case mainspring_x11_randr: return &xcb_randr_id;
    case mainspring_x11_xinput: return &xcb_input_id;
    case mainspring_x11_xkb: return &xcb_xkb_id;
    }
    return &xcb_shm_id;
}

/// Sends the question whether the server has an extension.
static inline void mainspring_x11_prefetch(xcb_connection_t *connection, enum mainspring_x11_extension extension) {
    xcb_prefetch_extension_data(connection, mainspring_x11_extension_name(extension));
}

/// What the server says of an extension; waits for it. Null where there is none, and where the server has gone.
static inline const xcb_query_extension_reply_t *mainspring_x11_query(
    xcb_connection_t *connection, enum mainspring_x11_extension extension) {
    const xcb_query_extension_reply_t *reply =
        xcb_get_extension_data(connection, mainspring_x11_extension_name(extension));
    return reply && reply->present ? reply : 0;
}

/// Memory without a name in the file system, which can be given to another process as a descriptor. Below zero if it cannot be had.
static inline int mainspring_shared_memory(void) { return (int)syscall(SYS_memfd_create, "mainspring-x11", 1u); }

/// Asks for events of the second input extension of a window's pointers.
static inline void mainspring_x11_select_pointers(xcb_connection_t *connection, xcb_window_t window, uint32_t events) {
    struct {
        xcb_input_event_mask_t head;
        uint32_t events;
    } mask = {{XCB_INPUT_DEVICE_ALL_MASTER, 1}, events};
    xcb_input_xi_select_events(connection, window, 1, &mask.head);
}

/// Whether a descriptor is a socket within this machine, over which descriptors can be sent.
static inline int mainspring_x11_is_local(int descriptor) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    return getsockname(descriptor, (struct sockaddr *)&address, &length) == 0 && address.ss_family == AF_UNIX;
}

#endif
