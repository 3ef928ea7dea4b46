package import MainspringModel

/// A property of an entity in its table. Constant: a class, since whoever writes a row looks at each of them.
package final class StoreColumn {
    package let name: String
    /// Where the value lies in an object's memory.
    package let place: SlotPlace
    package let form: Form

    init(name: String, place: SlotPlace, form: Form) { (self.name, self.place, self.form) = (name, place, form) }

    /// How the value is written.
    package enum Form {
        /// As the kind of the place says: whole numbers and truth as `INTEGER`; `FLOAT`; seconds since 2001 as `TIMESTAMP`;
        /// `VARCHAR`; bytes, and the sixteen of a UUID, as `BLOB`.
        case plain
        /// A decimal number, as SQLite's number.
        case decimal
        /// The text of a URL.
        case uri
        /// What a transformer makes of the value: bytes.
        case transformed(NSAttributeDescription)
        /// Bytes with a byte before them that says whether they are there or in a file beside the store.
        case external
        /// The key of the object that a relationship to one leads to.
        case reference(Reference)
        /// A value of several parts, each in a column of its own; the name of the column itself means nothing.
        case composite([Part])
    }

    /// A relationship to one.
    package struct Reference {
        package unowned let destination: NSEntityDescription
        /// The number of the destination's root in identities.
        let root: UInt32
        /// The column with the number of the destination's entity; nil where only one is possible.
        package let entityColumn: String?
        /// The column with the place in the order of those that the destination leads back to; nil where they have none.
        let orderColumn: String?
    }

    /// A part of a composite value.
    package struct Part {
        /// The names of the elements that lead to it.
        package let path: [String]
        let name: String
        package let attribute: NSAttributeDescription
    }
}
