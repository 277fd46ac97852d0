export { PolicyPage as default } from '../features/content/policy-page.tsx'
