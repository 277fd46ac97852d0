// Written by `shanmen routes` from internal/app/pages.go: change it there.
import type { Route } from './route-type'

export const routes = [
  {"id":"home","path":"/","guard":[],"crumbs":[],"layout":"default","cart":false,"tab":"home","ns":["common","message","home"],"personal":false,"scroll":true},
  {"id":"about-us","path":"/about-us","guard":[],"crumbs":["common.home"],"layout":"about-us","cart":false,"ns":["common","message","about-us"],"personal":false,"scroll":true},
  {"id":"about-us-key","path":"/about-us/:key","guard":[],"crumbs":["common.home","common.about-us"],"layout":"about-us","cart":false,"ns":["common","message","about-us"],"personal":false,"scroll":true},
  {"id":"misc-faq","path":"/misc/faq","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"ns":["common","message","misc"],"personal":false,"scroll":true},
  {"id":"misc-privacy-policy","path":"/misc/privacy-policy","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"ns":["common","message","misc"],"personal":false,"scroll":true},
  {"id":"misc-service-policy","path":"/misc/service-policy","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"ns":["common","message","misc"],"personal":false,"scroll":true},
  {"id":"misc-term-and-condition","path":"/misc/term-and-condition","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"ns":["common","message","misc"],"personal":false,"scroll":true},
  {"id":"blessing-service","path":"/blessing-service","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"tab":"blessing-service","ns":["common","message","offering"],"personal":false,"scroll":true},
  {"id":"blessing-service-key","path":"/blessing-service/:key","guard":[],"crumbs":["common.home","common.blessing-service"],"layout":"default","cart":false,"ns":["common","message","offering","form","fault"],"personal":false,"scroll":true},
  {"id":"event","path":"/event","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"tab":"event","ns":["common","message","event"],"personal":false,"scroll":true},
  {"id":"event-key","path":"/event/:key","guard":[],"crumbs":["common.home","common.event"],"layout":"default","cart":false,"tab":"event","ns":["common","message","event"],"personal":false,"scroll":true},
  {"id":"contact-us","path":"/contact-us","guard":[],"crumbs":["common.home"],"layout":"default","cart":false,"ns":["common","message","contact","form","fault"],"personal":false,"scroll":true},
  {"id":"cart","path":"/cart","guard":[],"crumbs":["common.home"],"layout":"default","cart":true,"tab":"cart","ns":["common","message","cart","form","fault"],"personal":true,"scroll":true},
  {"id":"cart-checkout","path":"/cart/checkout","guard":["require-cart","require-member"],"crumbs":["common.home","common.cart"],"layout":"default","cart":false,"ns":["common","message","checkout","cart","invoice","fault"],"personal":true,"scroll":true},
  {"id":"transaction-status","path":"/transaction/status","guard":["require-auth","require-invoice"],"crumbs":["common.home"],"layout":"default","cart":false,"tab":"member","ns":["common","message","invoice","checkout","payment","fault"],"personal":true,"scroll":true},
  {"id":"member-login","path":"/member/login","guard":["authenticated-redirect-profile"],"crumbs":["common.home"],"layout":"default","cart":false,"tab":"member","ns":["common","message","member","fault"],"personal":true,"scroll":true},
  {"id":"member-registration","path":"/member/registration","guard":["authenticated-redirect-profile"],"crumbs":["common.home"],"layout":"default","cart":false,"tab":"member","ns":["common","message","member","fault"],"personal":true,"scroll":true},
  {"id":"member-profile","path":"/member/profile","guard":["require-auth"],"crumbs":["common.home"],"layout":"default","cart":false,"tab":"member","ns":["common","message","member","fault"],"personal":true,"scroll":true},
  {"id":"member-profile-invoices","path":"/member/profile/invoices","guard":["require-auth"],"crumbs":["common.home","common.profile"],"layout":"default","cart":false,"tab":"member","ns":["common","message","invoice","member"],"personal":true,"scroll":true},
  {"id":"member-profile-invoices-id","path":"/member/profile/invoices/:id","guard":["require-auth"],"crumbs":["common.home","common.profile","common.invoices"],"layout":"default","cart":false,"tab":"member","ns":["common","message","invoice","checkout","payment","fault"],"personal":true,"scroll":true},
  {"id":"not-found","path":"","guard":[],"crumbs":[],"layout":"default","cart":false,"ns":["common","message","error"],"personal":false,"scroll":true},
  {"id":"error","path":"","guard":[],"crumbs":[],"layout":"default","cart":false,"ns":["common","message","error"],"personal":false,"scroll":true},
] as const satisfies readonly Route[]
