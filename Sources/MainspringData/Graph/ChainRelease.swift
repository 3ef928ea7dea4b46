internal import Foundation
internal import Mainspring

/// Lets go of what an object's relationships hold one by one: a chain of objects may be longer than a stack is deep.
enum ChainRelease {
    static func release(_ memory: ValueMemory, _ layout: ObjectLayout) {
        for relationship in layout.relationships {
            var held = memory.reference(relationship.place)
            guard held != nil else { continue }
            memory.setReference(nil, relationship.place)
            StepwiseRelease.release(&held)
        }
    }
}
