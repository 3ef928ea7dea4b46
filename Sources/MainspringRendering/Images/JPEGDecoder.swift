internal import CTurboJPEG
internal import Foundation

/// Reads JPEG by libjpeg-turbo's own interface, which needs no long jumps.
enum JPEGDecoder {
    static func decode(_ bytes: UnsafeRawBufferPointer) throws -> DecodedPixels {
        guard let decoder = tjInitDecompress() else {
            throw ImageFileError(.noMemory, "There is no memory to read the JPEG image.")
        }
        defer { tjDestroy(decoder) }
        let source = bytes.bindMemory(to: UInt8.self).baseAddress
        var (width, height, sampling, space) = (Int32(0), Int32(0), Int32(0), Int32(0))
        func sentence() -> String { tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "it is damaged" }
        guard tjDecompressHeader3(decoder, source, UInt(bytes.count), &width, &height, &sampling, &space) == 0 else {
            throw ImageFileError(.damaged, "The JPEG image cannot be read: \(sentence()). Get the file anew.")
        }
        guard space != Int32(TJCS_CMYK.rawValue), space != Int32(TJCS_YCCK.rawValue) else {
            throw ImageFileError(
                .unknownFormat, "The JPEG image is made for printers' inks, which are not read. Convert it to RGB.")
        }
        return try DecodedPixels(width: Int(width), height: Int(height), hasAlpha: false, format: .jpeg) { target in
            // A progressive file may ask for the whole picture to be gone through again and again. What is damaged is an error in any
            // case: to go on would take memory and time for what is not there.
            let flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING
            return tjDecompress2(
                decoder, source, UInt(bytes.count), target, width, 4 * width, height, Int32(TJPF_BGRX.rawValue), flags)
                == 0
                ? nil : sentence()
        }
    }
}
