import MainspringFoundation
import Testing

@Suite struct OperatorNamesTests {
    @Test(arguments: [
        (NSKeyValueOperator.averageKeyValueOperator, "avg"), (.countKeyValueOperator, "count"),
        (.distinctUnionOfArraysKeyValueOperator, "distinctUnionOfArrays"),
        (.distinctUnionOfObjectsKeyValueOperator, "distinctUnionOfObjects"),
        (.distinctUnionOfSetsKeyValueOperator, "distinctUnionOfSets"), (.maximumKeyValueOperator, "max"),
        (.minimumKeyValueOperator, "min"), (.sumKeyValueOperator, "sum"),
        (.unionOfArraysKeyValueOperator, "unionOfArrays"), (.unionOfObjectsKeyValueOperator, "unionOfObjects"),
        (.unionOfSetsKeyValueOperator, "unionOfSets"),
    ])
    func `an operator has the name that follows the @ in a path`(operation: NSKeyValueOperator, name: String) {
        #expect(operation.rawValue == name)
    }
}
