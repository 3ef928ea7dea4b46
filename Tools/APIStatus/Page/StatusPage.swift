/// The page that says what of Apple's API is here, as Markdown that DocC and GitHub show alike.
struct StatusPage {
    let catalogue: Catalogue

    init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    var text: String {
        let parts = catalogue.parts.map { FrameworkSection($0).text }
        return ([introduction, summary] + parts + [absences, untested]).joined(separator: "\n\n") + "\n"
    }

    private var introduction: String {
        """
        # Status of Apple's API

        What of Apple's frameworks is here: each type, what differs, what is unavailable and why, and how far tests name it.

        ## Overview

        `Scripts/api-status` writes this page from the modules' public interface, from what they declare as unavailable, from DEVIATIONS.md
        and from the tests. Do not change it by hand: change what it is made from.

        | state | means |
        |---|---|
        | present | it is here, and neither its documentation nor a line of DEVIATIONS.md names it for a difference |
        | partly | it is here; something of it differs, has no influence, or is unavailable. What differs stands below the table, why in DEVIATIONS.md |
        | unavailable | it is not here. Where it is declared, the compiler says the reason that stands here |

        Look for a type by its name: its line says how it is, and the lists below the table what differs. What is ours alone is left out, as
        are members that each type of a kind has, such as `rawValue`, `hash(into:)` and `description`. Overloads count once. Functions and
        constants whose names begin with a type's count as its members.

        The column “files of tests” says how many files of the tests see the module and have the type's name: none, one, or at least so many. A
        member is named by a test if such a file has its name and the labels of its arguments. For a name that many things have that says
        little; but what no test names, at the end of the page, no test has used by its name.
        """
    }

    private var summary: String {
        var lines = [
            "| framework | types present | partly | unavailable | members present | partly | unavailable | named by no test |",
            "|---|---|---|---|---|---|---|---|",
        ]
        var total = [Int](repeating: 0, count: 7)
        for part in catalogue.parts {
            let counts = Self.counts(part)
            total = zip(total, counts).map { $0 + $1 }
            lines.append("| \(part.framework.title) | " + counts.map(String.init).joined(separator: " | ") + " |")
        }
        lines.append("| all | " + total.map(String.init).joined(separator: " | ") + " |")
        return lines.joined(separator: "\n")
    }

    private static func counts(_ part: Catalogue.Part) -> [Int] {
        let types = part.entries.filter { $0.symbol != nil }.map(\.status)
        let members = part.entries.flatMap(\.members)
        return Status.allCases.map { status in types.count { $0 == status } }
            + Status.allCases.map { status in members.count { $0.status == status } }
            + [FrameworkSection.untested(part.entries).count]
    }

    private var untested: String {
        var text = """
            ## What no test names

            What is here, and no file of the tests names.
            """
        for part in catalogue.parts {
            let names = FrameworkSection.untested(part.entries)
            guard !names.isEmpty else { continue }
            text += "\n\n- \(part.framework.title): " + names.map { "`\($0)`" }.joined(separator: ", ")
        }
        return text
    }

    private var absences: String {
        let replacements = catalogue.replacements.map { "| \($0.there) | \($0.here) |" }.joined(separator: "\n")
        let absences = catalogue.absences.map { "| `\($0.name)` | \($0.reason ?? "no reason is written down") |" }
        return """
            ## Not here, and not declared

            Frameworks and large parts of them:

            | there | here |
            |---|---|
            \(replacements)

            Nobody has a list here of all that Apple's frameworks have, so what is missing without a declaration cannot be counted. The next table
            has what DEVIATIONS.md calls missing, and what is not here of \(catalogue.listed) names: the types, functions and constants of Apple's
            that the papers name by which this package was begun.

            | name | why, and what to use |
            |---|---|
            \(absences.joined(separator: "\n"))
            """
    }
}
