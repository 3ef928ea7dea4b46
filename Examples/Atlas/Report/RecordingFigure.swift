import Foundation

/// The recording of the story in a page: embedded whole, or as a preview, or only linked, by what the page has space for.
struct RecordingFigure {
    /// An animated WebP with all frames.
    let file: URL
    /// An animated WebP with fewer and smaller frames; nil if none was made.
    let preview: Data?

    /// Returns the element, and takes what it embeds from the page's budget.
    /// - Parameter folder: The folder of the page; nil if the page may be anywhere.
    /// - Throws: An error if the recording cannot be read.
    func html(from folder: URL?, _ budget: inout PageBudget) throws -> String {
        let size = try file.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let address = Markup.link(to: file, from: folder)
        let link = "<a href=\"\(address)\">\(Markup.escaped(file.lastPathComponent))</a> (\(Self.text(of: size)))"
        if budget.allows(size), let source = budget.embed(try Data(contentsOf: file), type: Self.type) {
            return Self.figure(source, address, "The recording. It is also in \(link).")
        }
        if let preview, let source = budget.embed(preview, type: Self.type) {
            return Self.figure(
                source, address,
                """
                A preview of the recording, with \(StoryRun.previewRate) of its \(Story.rate) frames a second. The whole \
                recording is in \(link).
                """)
        }
        return """
            <p>The recording is too large for this page, which stays below \(Self.text(of: PageBudget.limit)). It is in \
            \(link).</p>
            """
    }

    private static let type = "image/webp"

    private static func figure(_ source: String, _ address: String, _ caption: String) -> String {
        """
        <figure><a href="\(address)"><img class="film" alt="The story, recorded" src="\(source)"></a>
        <figcaption class="quiet">\(caption)</figcaption></figure>
        """
    }

    private static func text(of size: Int) -> String {
        let megabytes = Double(size) / 1_000_000
        return size < 100_000
            ? "\((size + 999) / 1_000) kB"
            : megabytes == megabytes.rounded() ? "\(Int(megabytes)) MB" : String(format: "%.1f MB", megabytes)
    }
}
