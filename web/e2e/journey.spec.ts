import { walk } from './harness/walk.ts'

// In Chinese, this journey runs on PostgreSQL on a computer (journey-postgres.spec.ts). docs/journey.md shows both
// languages on a phone.
walk(process.env.E2E_STEPS === '1' ? ['en', 'zh'] : ['en'], ['@phone'])
