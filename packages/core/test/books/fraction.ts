// Exact fractions, with nothing of the code that is tested.

/** In lowest terms. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
  constructor(top: bigint, bottom = 1n) {
    const divisor = commonDivisor(top, bottom);
    this.top = top / divisor;
    this.bottom = bottom / divisor;
  }
  plus({ top, bottom }: Fraction) {
    return new Fraction(this.top * bottom + top * this.bottom, this.bottom * bottom);
  }
  times({ top, bottom }: Fraction) {
    return new Fraction(this.top * top, this.bottom * bottom);
  }
  minus(other: Fraction) {
    return this.plus(new Fraction(-other.top, other.bottom));
  }
  /** Half away from zero, found by counting from below. */
  rounded(): number {
    const floor = this.floor();
    const rest = this.minus(new Fraction(floor));
    const [half, isNegative] = [rest.top * 2n - rest.bottom, this.top < 0n];
    return Number(half > 0n || (half === 0n && !isNegative) ? floor + 1n : floor);
  }
  floor(): bigint {
    const whole = this.top / this.bottom;
    return this.top % this.bottom < 0n ? whole - 1n : whole;
  }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) || 1n : commonDivisor(b, a % b);
}
