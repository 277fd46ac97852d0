import { walk } from './harness/walk.ts'

walk(['en', 'zh'], ['@both'])
