extension NSEntityDescription {
    /// What another module has attached to the entity; `nil` before. Any thread may ask.
    package final var attachment: EntityAttachment? { attached.value }

    /// Attaches what another module knows of a frozen entity, unless something is attached already; gives what is
    /// attached then. Any thread may call it.
    package final func attach(_ attachment: EntityAttachment) -> EntityAttachment { attached.set(attachment) }
}
