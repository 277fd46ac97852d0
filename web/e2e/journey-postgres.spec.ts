import { test } from './harness/test.ts'
import { walk } from './harness/walk.ts'

test.use({ database: 'postgres' })

walk(['zh'])
