import Foundation
import MainspringFoundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct TransformMemberTests {
    @Test(arguments: TransformMember.allCases)
    func `a part that is set in the identity is read back, and the others stay`(member: TransformMember) {
        let matrix = member.setting(0.75, in: .identity)
        #expect(isNear(member.value(in: matrix), 0.75))
        let same: [TransformMember: [TransformMember]] = [
            .rotation: [.rotationZ], .rotationZ: [.rotation], .scale: [.scaleX, .scaleY, .scaleZ],
            .scaleX: [.scale], .scaleY: [.scale], .scaleZ: [.scale],
        ]
        for other in TransformMember.allCases where other != member && !(same[member] ?? []).contains(other) {
            #expect(isNear(other.value(in: matrix), other.value(in: .identity)), "\(other)")
        }
    }

    @Test(arguments: [-1.0, -0.5, 2])
    func `a negative factor is read back`(factor: Double) {
        for member in [TransformMember.scaleX, .scaleY, .scaleZ] {
            #expect(isNear(member.value(in: member.setting(factor, in: .identity)), factor))
        }
    }

    @Test(arguments: Seeds.first(3))
    func `setting a part to what it is leaves a transform as it is`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            func row() -> SIMD4<Double> { .random(in: -2...2, using: &random) }
            var matrix = Matrix4(row(), row(), row(), row())
            if Bool.random(using: &random) {
                matrix = Matrix4(
                    SIMD4(matrix.r0.x, matrix.r0.y, 0, 0), SIMD4(matrix.r1.x, matrix.r1.y, 0, 0), SIMD4(0, 0, 1, 0),
                    SIMD4(matrix.r3.x, matrix.r3.y, 0, 1))
            }
            for member in TransformMember.allCases where member != .scale {
                let same = member.setting(member.value(in: matrix), in: matrix)
                #expect(isNear(same, matrix, within: 1e-9), "\(member) seed \(seed)")
            }
        }
    }

    @Test func `an axis that is scaled away does not make the others wrong`() {
        for matrix in [Matrix4.scale(0, 1, 1), .scale(1, 0, 1), .scale(1, 1, 0), .scale(0, 0, 1), .scale(0, 0, 0)] {
            let turned = TransformMember.rotationZ.setting(1, in: matrix)
            #expect(turned.isFinite)
            #expect(isNear(TransformMember.rotationZ.value(in: TransformMember.rotationZ.setting(0, in: matrix)), 0))
        }
        // What was scaled to nothing and is enlarged again still points where it did.
        let again = TransformMember.scaleX.setting(1, in: .scale(0, 1, 1))
        #expect(isNear(again, .identity))
        let all = TransformMember.scale.setting(2, in: .scale(0, 0, 0))
        #expect(isNear(all, .scale(2, 2, 2)))
    }

    @Test func `values that are no numbers change nothing`() {
        for member in TransformMember.allCases {
            #expect(member.setting(.nan, in: .identity) == .identity)
            #expect(member.setting(.infinity, in: .identity) == .identity)
        }
    }

    @Test func `key paths reach the parts and the elements`() throws {
        let members = CATransform3D.keyValueMembers
        var transform = CATransform3DMakeTranslation(3, 4, 5)
        let angle = try #require(members.access("rotation.z", as: CGFloat.self))
        angle.set(.pi / 4, in: &transform)
        #expect(isNear(angle.get(from: transform), .pi / 4))
        let width = try #require(members.access("translation.width", as: CGFloat.self))
        #expect(width.get(from: transform) == 3)
        let sight = try #require(members.access("m34", as: CGFloat.self))
        sight.set(-0.01, in: &transform)
        #expect(transform.m34 == -0.01)
        #expect(isNear(angle.get(from: transform), .pi / 4))
    }

    @Test func `a factor below 0 for all axes is read as it was set`() {
        #expect(TransformMember.scale.value(in: TransformMember.scale.setting(-1, in: .identity)) == -1)
        let half = TransformMember.scale.setting(-0.5, in: .translation(1, 2, 3))
        #expect(TransformMember.scaleX.value(in: half) == -0.5 && TransformMember.rotationZ.value(in: half) == 0)
    }
}
