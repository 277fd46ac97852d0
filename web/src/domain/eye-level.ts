type Rows = { eyeFrom: number; eyeTo: number }

/** Whether a row of a tower stands before a devotee's eyes. A low tower has none that is told. */
export const atEyeLevel = (tower: Rows | undefined, row: number) =>
  tower !== undefined && tower.eyeFrom <= row && row <= tower.eyeTo
