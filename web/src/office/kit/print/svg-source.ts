/** An SVG of the API as `src` of an image. */
export const svgSource = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
