/** The fixed words on every printed tablet of a kind; previews show the same. */
export { fixedWords } from '../../../internal/rites/tablet/sheets.json'
