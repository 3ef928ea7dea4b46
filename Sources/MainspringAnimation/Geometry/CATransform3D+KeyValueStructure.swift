internal import Foundation
public import MainspringFoundation

extension CATransform3D: KeyValueStructure {
    /// `rotation.x`, `rotation.y`, `rotation.z`, `rotation`, `scale.x`, `scale.y`, `scale.z`, `scale`, `translation.x`,
    /// `translation.y`, `translation.z`, and `translation`, which is a `CGSize`; and each element, as `m34`.
    ///
    /// Angles are in radians. `rotation` is that about z, `scale` the mean of the three. Setting a part leaves the
    /// others.
    public static let keyValueMembers = StructureMembers<CATransform3D> { members in
        for member in TransformMember.allCases {
            members.add(
                member.rawValue, get: { CGFloat(member.value(in: Matrix4($0))) },
                set: { $0 = CATransform3D(member.setting(Double($1), in: Matrix4($0))) })
        }
        members.add(
            "translation", get: { CGSize(width: $0.m41, height: $0.m42) },
            set: { ($0.m41, $0.m42) = ($1.width, $1.height) })
        let elements: [(String, any WritableKeyPath<CATransform3D, CGFloat> & Sendable)] = [
            ("m11", \.m11), ("m12", \.m12), ("m13", \.m13), ("m14", \.m14), ("m21", \.m21), ("m22", \.m22),
            ("m23", \.m23), ("m24", \.m24), ("m31", \.m31), ("m32", \.m32), ("m33", \.m33), ("m34", \.m34),
            ("m41", \.m41), ("m42", \.m42), ("m43", \.m43), ("m44", \.m44),
        ]
        for (name, path) in elements { members.add(name, path) }
    }
}
