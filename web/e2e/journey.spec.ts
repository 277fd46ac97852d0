import { walk } from './harness/walk.ts'

// In Chinese, this journey runs on PostgreSQL on a computer (journey-postgres.spec.ts).
walk(['en'], ['@both'])
walk(['zh'], ['@phone'])
