import { expect, it } from 'vitest'
import { count } from './lines.mjs'

const patch = `--- a/internal/x/a.go
+++ b/internal/x/a.go
@@ -1,4 +1,2 @@
-// A comment.
-	first()
-	first()
-
+	first()
+	second()
--- a/internal/x/x.sql
+++ b/internal/x/x.sql
@@ -1 +0,0 @@
--- name: Gone :one
-SELECT 1;
--- a/internal/x/moved.go
+++ /dev/null
@@ -1 +0,0 @@
-	third()
--- /dev/null
+++ b/internal/x/a_test.go
@@ -0,0 +1 @@
+	third()
--- a/api/made.ts
+++ b/api/made.ts
@@ -0,0 +1 @@
+const made = 1
--- a/docs/x.md
+++ b/docs/x.md
@@ -0,0 +1 @@
+words
`

it('counts lines of code by kind, without comments, blank and generated lines, and what only moved', () => {
  expect(count(patch, new Set(['api/made.ts']))).toEqual({ product: [3, 1], test: [0, 1] })
  expect(count(patch.replace('internal/x/a_test.go', 'internal/x/b.go'))).toEqual({ product: [2, 2], test: [0, 0] })
})
