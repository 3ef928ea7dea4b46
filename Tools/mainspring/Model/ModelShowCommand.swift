internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringModel

/// A model as text, JSON or a picture.
struct ModelShowCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a model as text, the same for equal models, or as a picture.",
        discussion: """
            For differences that can be read in git, which shows a file that is no model, as one with a conflict, as it is: \
            git config diff.model.textconv 'f() { mainspring model show "$1" || cat "$1"; }; f', \
            and in .gitattributes a line such as: **/*.xcdatamodel/contents diff=model
            """)

    @OptionGroup var arguments: ModelArguments
    @OptionGroup var format: JSONOption

    @Option(
        help: ArgumentHelp(
            "Write a picture of entities and relations into a file, - for standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    func perform() throws {
        let version = try arguments.read()
        if let svg {
            let text = DiagramPicture(version.model, title: version.name).text
            guard svg != "-" else { return try StandardOutput.shared.write(text) }
            let place = try OutputPlace(svg)
            try place.requireOther(than: [arguments.model])
            return try place.write { try $0.write(text) }
        }
        if format.json {
            try StandardOutput.shared.writeLine(ModelJSON.value(version.model, name: version.name).document)
        } else {
            for line in ModelText(version.model).lines { try StandardOutput.shared.writeLine(line) }
        }
    }
}
