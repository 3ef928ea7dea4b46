internal import CXCB
internal import Glibc
internal import MainspringApplication

/// Pixels in memory that the server sees too: a segment, and where the server allows it a picture over it.
final class SharedPixels {
    let memory: PixelMemory
    let segment: xcb_shm_seg_t
    /// Nil where memory is no picture to this server.
    let picture: xcb_pixmap_t?
    private let byteCount: Int
    private let lease: ConnectionLease

    /// Nil where there is no memory.
    init?(_ size: PixelSize, of window: xcb_window_t, _ lease: ConnectionLease) {
        let connection = lease.connection
        byteCount = size.width * size.height * 4
        guard let (base, descriptor) = Self.map(byteCount) else { return nil }
        memory = PixelMemory(base: base, size: size, bytesPerRow: size.width * 4)
        segment = xcb_generate_id(connection.raw)
        self.lease = lease
        // libxcb closes the descriptor when it is sent.
        xcb_shm_attach_fd(connection.raw, segment, descriptor, 0)
        if connection.extensions.hasSharedPictures, connection.extensions.present != nil {
            let picture = xcb_generate_id(connection.raw)
            xcb_shm_create_pixmap(
                connection.raw, picture, window, UInt16(size.width), UInt16(size.height), connection.screen.depth,
                segment, 0)
            self.picture = picture
        } else {
            picture = nil
        }
    }

    deinit {
        let raw = lease.connection.raw
        if let picture { xcb_free_pixmap(raw, picture) }
        xcb_shm_detach(raw, segment)
        munmap(memory.base, byteCount)
    }

    /// Memory that is mapped here, and its descriptor.
    private static func map(_ byteCount: Int) -> (UnsafeMutableRawPointer, Int32)? {
        let descriptor = mainspring_shared_memory()
        guard descriptor >= 0 else { return nil }
        guard byteCount > 0, ftruncate(descriptor, byteCount) == 0,
            let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            base != UnsafeMutableRawPointer(bitPattern: -1)
        else {
            close(descriptor)
            return nil
        }
        return (base, descriptor)
    }

    /// Whether the server takes such memory: tried once, and waited for.
    static func isPossible(_ connection: OpaquePointer) -> Bool {
        guard let (base, descriptor) = map(4096) else { return false }
        defer { munmap(base, 4096) }
        let segment = xcb_generate_id(connection)
        let failure = xcb_request_check(connection, xcb_shm_attach_fd_checked(connection, segment, descriptor, 0))
        if let failure {
            free(failure)
            return false
        }
        xcb_shm_detach(connection, segment)
        return xcb_connection_has_error(connection) == 0
    }
}
