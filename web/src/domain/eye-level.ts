type Rows = { eyeFrom: number; eyeTo: number }

/** Whether a row of a tower is at a devotee's eye level. A low tower has no such row. */
export const atEyeLevel = (tower: Rows | undefined, row: number) =>
  tower !== undefined && tower.eyeFrom <= row && row <= tower.eyeTo
