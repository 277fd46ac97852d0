export { default } from './transaction-status.tsx'
