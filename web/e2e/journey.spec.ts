import { walk } from './harness/walk.ts'

// In Chinese on a computer it is walked on PostgreSQL.
walk(['en'], ['@both'])
walk(['zh'], ['@phone'])
