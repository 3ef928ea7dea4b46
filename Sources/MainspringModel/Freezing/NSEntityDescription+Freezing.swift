extension NSEntityDescription {
    /// Makes the entity and all that it declares constant.
    final func freeze(with layout: EntityLayout) {
        let first = layout.slots.count - ownProperties.count
        for (index, property) in ownProperties.enumerated() {
            property.freeze(slot: first + index)
            guard let composite = property as? NSCompositeAttributeDescription else { continue }
            for element in CompositeElements.all(in: composite) { element.freeze(slot: nil) }
        }
        for index in indexes { index.freeze() }
        self.layout = layout
    }
}
