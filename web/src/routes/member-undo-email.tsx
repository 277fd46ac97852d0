export { default } from './member-reset-email.tsx'
