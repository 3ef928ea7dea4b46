import Foundation

@_spi(Tools) @testable import MainspringModel

/// A model with one of everything that the XML has, as Xcode would write it.
enum EverythingModel {
    static let xml = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" \
        systemVersion="23E224" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="7">
            <entity name="Account" representedClassName=".Account" isAbstract="YES" elementID="OldAccount" \
        versionHashModifier="2" syncable="YES" codeGenerationType="category" \
        coreSpotlightDisplayNameExpression="name">
                <attribute name="address" optional="YES" attributeType="Composite" compositeName="Address"/>
                <attribute name="balance" optional="YES" attributeType="Decimal" minValueString="-10.5" \
        maxValueString="1000" defaultValueString="0.25"/>
                <attribute name="blob" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" \
        allowsCloudEncryption="YES"/>
                <attribute name="born" optional="YES" attributeType="Date" minDateTimeInterval="0" \
        maxDateTimeInterval="86400.5" defaultDateTimeInterval="60" usesScalarValueType="NO"/>
                <attribute name="count" attributeType="Integer 16" minValueString="1" maxValueString="99" \
        defaultValueString="-7" usesScalarValueType="YES"/>
                <attribute name="home" optional="YES" attributeType="URI" \
        defaultValueString="https://example.org/a?b=1&amp;c=2"/>
                <attribute name="isOpen" optional="YES" attributeType="Boolean" defaultValueString="YES" \
        usesScalarValueType="YES"/>
                <attribute name="large" optional="YES" attributeType="Integer 64" defaultValueString="9007199254740993"/>
                <attribute name="medium" optional="YES" attributeType="Integer 32" defaultValueString="0"/>
                <attribute name="name" attributeType="String" minValueString="1" maxValueString="64" \
        defaultValueString="&quot;A &lt;b&gt;&quot;&#10;second line" regularExpressionString="[A-Z].*" \
        preserveAfterDeletion="YES" spotlightIndexingEnabled="YES" versionHashModifier="n1" elementID="title">
                    <userInfo>
                        <entry key="a" value="1"/>
                        <entry key="b" value="zwei &amp; drei"/>
                    </userInfo>
                </attribute>
                <attribute name="rate" optional="YES" attributeType="Double" defaultValueString="1.5"/>
                <attribute name="ratio" optional="YES" attributeType="Float" defaultValueString="0.25"/>
                <attribute name="scratch" optional="YES" transient="YES" attributeType="Undefined"/>
                <attribute name="shout" optional="YES" attributeType="String" derived="YES" \
        derivationExpression="uppercase:(name)"/>
                <attribute name="tint" optional="YES" attributeType="Transformable" \
        valueTransformerName="NSSecureUnarchiveFromData" customClassName="Color"/>
                <attribute name="token" optional="YES" attributeType="UUID" \
        defaultValueString="E621E1F8-C36C-495A-93FC-0C247A3E6E5F" usesScalarValueType="NO"/>
                <attribute name="total" optional="YES" attributeType="Integer 64" derived="YES" \
        derivationExpression="entries.@count"/>
                <relationship name="entries" optional="YES" toMany="YES" minCount="1" maxCount="12" \
        deletionRule="Cascade" ordered="YES" destinationEntity="Entry" inverseName="account" inverseEntity="Entry"/>
                <relationship name="guarantor" optional="YES" transient="YES" maxCount="1" deletionRule="No Action" \
        destinationEntity="Account"/>
                <fetchedProperty name="large entries" optional="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Entry" \
        predicateString="amount &gt; 100 AND account == $FETCH_SOURCE" fetchLimit="5"/>
                </fetchedProperty>
                <fetchIndex name="byName" partialIndexPredicate="isOpen == 1">
                    <fetchIndexElement property="name" type="Binary" order="ascending"/>
                    <fetchIndexElement property="rate" type="Binary" order="descending"/>
                </fetchIndex>
                <fetchIndex name="byPlace">
                    <fetchIndexElement property="rate" type="RTree" order="ascending"/>
                    <fetchIndexElement property="ratio" type="RTree" order="ascending"/>
                </fetchIndex>
                <fetchIndex name="byShout">
                    <fetchIndexElement expression="uppercase:(name)" expressionType="String" type="Binary" \
        order="ascending"/>
                </fetchIndex>
                <compoundIndexes>
                    <compoundIndex>
                        <index value="count"/>
                        <index value="large"/>
                    </compoundIndex>
                </compoundIndexes>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="name"/>
                        <constraint value="count"/>
                    </uniquenessConstraint>
                    <uniquenessConstraint>
                        <constraint value="token"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
                <userInfo>
                    <entry key="team" value="core"/>
                </userInfo>
            </entity>
            <entity name="Entry" representedClassName="Other.Entry" syncable="NO" codeGenerationType="class">
                <attribute name="amount" optional="YES" attributeType="Integer 64" defaultValueString="0" indexed="YES"/>
                <relationship name="account" optional="YES" maxCount="1" deletionRule="Deny" \
        destinationEntity="Account" inverseName="entries" inverseEntity="Account"/>
            </entity>
            <entity name="Savings" representedClassName="Savings" parentEntity="Account" syncable="YES"/>
            <composite name="Address">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="place" optional="YES" attributeType="Composite" compositeName="Place"/>
            </composite>
            <composite name="Place">
                <attribute name="latitude" attributeType="Double" defaultValueString="0.5"/>
                <attribute name="longitude" attributeType="Double" defaultValueString="-0.5"/>
            </composite>
            <fetchRequest name="Large" entity="Entry" predicateString="amount &gt;= $LEAST" resultType="1" \
        fetchLimit="10" fetchOffset="2" fetchBatchSize="20" includeSubentities="NO" includePropertyValues="NO" \
        includesPendingChanges="NO" returnObjectsAsFaults="NO" returnDistinctResults="YES"/>
            <configuration name="Local">
                <memberEntity name="Account"/>
                <memberEntity name="Savings"/>
            </configuration>
            <configuration name="Remote">
                <memberEntity name="Entry"/>
            </configuration>
            <elements>
                <element name="Account" positionX="-63" positionY="-18" width="128" height="44"/>
            </elements>
        </model>
        """

    /// A model with some of it, for what goes through all of its bytes.
    static let shortXML = xml(
        """
            <entity name="A" representedClassName="A" syncable="YES">
                <attribute name="a" optional="YES" attributeType="String" defaultValueString="&lt;&#10;&quot;"/>
                <relationship name="b" optional="YES" toMany="YES" destinationEntity="B" inverseName="a"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints>
                <userInfo><entry key="k" value="v"/></userInfo>
            </entity>
            <entity name="B"><relationship name="a" maxCount="1" destinationEntity="A" inverseName="b"/></entity>
            <fetchRequest name="F" entity="A" predicateString="a BEGINSWITH &quot;x&quot;"/>
        """)

    /// A model that the XML stands for.
    static func model() throws -> NSManagedObjectModel { try read(xml).model }

    /// Reads XML, with what was not understood.
    static func read(_ xml: String) throws -> (model: NSManagedObjectModel, notes: [String]) {
        let model = NSManagedObjectModel()
        let notes = try ModelXMLReader.read(Data(xml.utf8), path: "test/contents", into: model)
        return (model, notes)
    }

    /// XML of a model around what stands in it.
    static func xml(_ content: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\n\(content)\n</model>"
    }
}
