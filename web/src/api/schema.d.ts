/** Types of the API. Written from api/openapi.json. */
export interface paths {
  '/api/_auth/session': {
    get: {
      responses: {
        200: {
          content: {
            'application/json': {
              user?: { id: string; name: string; chineseName?: string; email?: string; mobile?: string; locale?: string; roles: string[] }
              cart?: { count: number }
            }
          }
        }
      }
    }
    delete: { responses: { 200: { content: { 'application/json': { loggedOut: boolean } } } } }
  }
}
