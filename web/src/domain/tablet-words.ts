/** The words that every printed tablet of a kind has; a preview shows the same. */
export { fixedWords } from '../../../internal/rites/tablet/sheets.json'
