import Foundation
import Glibc

/// Answers one request of HTTP on the loopback interface, on a thread of its own.
struct LoopbackServer {
    let url: URL

    init(answer: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let error = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &length) == 0 ? 0 : errno
            }
        }
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
        url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")!
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            var request = [UInt8](repeating: 0, count: 4_096)
            _ = read(connection, &request, request.count)
            let response =
                "HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\nConnection: close\r\n\r\n\(answer)"
            _ = response.withCString { write(connection, $0, response.utf8.count) }
            close(connection)
            close(listener)
        }
    }
}
