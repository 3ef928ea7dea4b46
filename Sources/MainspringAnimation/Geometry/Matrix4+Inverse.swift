extension Matrix4 {
    /// The transform back, by cofactors; nil if there is none.
    ///
    /// Source: Cramer's rule with the 2 by 2 determinants of the upper and the lower two rows.
    package var inverse: Matrix4? {
        let s0 = r0.x * r1.y - r1.x * r0.y
        let s1 = r0.x * r1.z - r1.x * r0.z
        let s2 = r0.x * r1.w - r1.x * r0.w
        let s3 = r0.y * r1.z - r1.y * r0.z
        let s4 = r0.y * r1.w - r1.y * r0.w
        let s5 = r0.z * r1.w - r1.z * r0.w
        let c0 = r2.x * r3.y - r3.x * r2.y
        let c1 = r2.x * r3.z - r3.x * r2.z
        let c2 = r2.x * r3.w - r3.x * r2.w
        let c3 = r2.y * r3.z - r3.y * r2.z
        let c4 = r2.y * r3.w - r3.y * r2.w
        let c5 = r2.z * r3.w - r3.z * r2.w
        let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
        let factor = 1 / determinant
        guard determinant != 0, factor.isFinite else { return nil }
        let inverse = Matrix4(
            SIMD4(
                r1.y * c5 - r1.z * c4 + r1.w * c3, -r0.y * c5 + r0.z * c4 - r0.w * c3,
                r3.y * s5 - r3.z * s4 + r3.w * s3, -r2.y * s5 + r2.z * s4 - r2.w * s3) * factor,
            SIMD4(
                -r1.x * c5 + r1.z * c2 - r1.w * c1, r0.x * c5 - r0.z * c2 + r0.w * c1,
                -r3.x * s5 + r3.z * s2 - r3.w * s1, r2.x * s5 - r2.z * s2 + r2.w * s1) * factor,
            SIMD4(
                r1.x * c4 - r1.y * c2 + r1.w * c0, -r0.x * c4 + r0.y * c2 - r0.w * c0,
                r3.x * s4 - r3.y * s2 + r3.w * s0, -r2.x * s4 + r2.y * s2 - r2.w * s0) * factor,
            SIMD4(
                -r1.x * c3 + r1.y * c1 - r1.z * c0, r0.x * c3 - r0.y * c1 + r0.z * c0,
                -r3.x * s3 + r3.y * s1 - r3.z * s0, r2.x * s3 - r2.y * s1 + r2.z * s0) * factor)
        return inverse.isFinite ? inverse : nil
    }
}
