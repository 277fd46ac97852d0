// Written by `shanmen routes` from internal/app/pages.go and internal/platform/httpd/bots.go: change it there.
import type { components } from '../../api/schema'
import type { Route } from './route-type'

export const routes = [
  {"id":"home","path":"/","guard":[],"crumbs":[],"tab":"home","ns":["common","home"],"scroll":true},
  {"id":"about-us","path":"/about-us","guard":[],"crumbs":["common.home"],"layout":"about-us","ns":["common","about-us"],"scroll":true},
  {"id":"about-us-key","path":"/about-us/:key","guard":[],"crumbs":["common.home","common.about-us"],"layout":"about-us","ns":["common","about-us"],"scroll":true},
  {"id":"misc-faq","path":"/misc/faq","guard":[],"crumbs":["common.home"],"ns":["common","misc"],"scroll":true},
  {"id":"misc-privacy-policy","path":"/misc/privacy-policy","guard":[],"crumbs":["common.home"],"ns":["common","misc"],"scroll":true},
  {"id":"misc-service-policy","path":"/misc/service-policy","guard":[],"crumbs":["common.home"],"ns":["common","misc"],"scroll":true},
  {"id":"misc-term-and-condition","path":"/misc/term-and-condition","guard":[],"crumbs":["common.home"],"ns":["common","misc"],"scroll":true},
  {"id":"blessing-service","path":"/blessing-service","guard":[],"crumbs":["common.home"],"tab":"blessing-service","ns":["common","offering"],"scroll":true},
  {"id":"blessing-service-key","path":"/blessing-service/:key","guard":[],"crumbs":["common.home","common.blessing-service"],"ns":["common","offering@blessing-service-key","place@blessing-service-key","form@blessing-service-key","fault@blessing-service-key","contact@blessing-service-key"],"scroll":true},
  {"id":"event","path":"/event","guard":[],"crumbs":["common.home"],"tab":"event","ns":["common","event"],"scroll":true},
  {"id":"event-key","path":"/event/:key","guard":[],"crumbs":["common.home","common.event"],"tab":"event","ns":["common","event"],"scroll":true},
  {"id":"merit-wall","path":"/merit-wall","guard":[],"crumbs":["common.home"],"ns":["common","wall"],"scroll":true},
  {"id":"contact-us","path":"/contact-us","guard":[],"crumbs":["common.home"],"ns":["common","contact","form","fault"],"scroll":true},
  {"id":"find-my-lamp","path":"/find-my-lamp","guard":[],"crumbs":["common.home"],"ns":["common","lamp","fault"],"personal":true,"scroll":true},
  {"id":"find-my-lamp-places","path":"/find-my-lamp/places","guard":["require-ticket"],"crumbs":["common.home","lamp.find-title"],"ns":["common","lamp","place","offering"],"personal":true,"secret":["ticket"],"scroll":true},
  {"id":"order","path":"/order","guard":["require-ticket"],"crumbs":["common.home"],"ns":["common","place","lamp","offering","invoice","cart@order"],"personal":true,"secret":["ticket"],"scroll":true},
  {"id":"kiosk","path":"/kiosk","guard":[],"crumbs":[],"layout":"bare","ns":["common","lamp","place","fault"],"personal":true,"scroll":true},
  {"id":"cart","path":"/cart","guard":[],"crumbs":["common.home"],"cart":true,"tab":"cart","ns":["common","cart","form","fault"],"personal":true,"scroll":true},
  {"id":"cart-checkout","path":"/cart/checkout","guard":["require-cart","require-member"],"crumbs":["common.home","common.cart"],"ns":["common","checkout","cart","invoice","fault"],"personal":true,"scroll":true},
  {"id":"transaction-status","path":"/transaction/status","guard":["require-auth","require-invoice"],"crumbs":["common.home"],"tab":"member","ns":["common","invoice@transaction-status","form","checkout@transaction-status","payment","wall@transaction-status","fault@transaction-status","cart@transaction-status","offering@transaction-status"],"personal":true,"scroll":true},
  {"id":"member-login","path":"/member/login","guard":["authenticated-redirect-profile"],"crumbs":["common.home"],"tab":"member","ns":["common","member","passkey","factor","fault"],"personal":true,"scroll":true},
  {"id":"member-registration","path":"/member/registration","guard":["authenticated-redirect-profile"],"crumbs":["common.home"],"tab":"member","ns":["common","member","fault"],"personal":true,"scroll":true},
  {"id":"member-forgot-password","path":"/member/forgot-password","guard":[],"crumbs":["common.home","common.login"],"tab":"member","ns":["common","member","fault"],"personal":true,"scroll":true},
  {"id":"member-reset-password","path":"/member/reset-password","guard":["require-otp"],"crumbs":["common.home","common.login"],"tab":"member","ns":["common","member","fault"],"personal":true,"scroll":true},
  {"id":"member-reset-email","path":"/member/reset-email","guard":["require-ticket"],"crumbs":["common.home"],"tab":"member","ns":["common","member","fault"],"personal":true,"secret":["ticket"],"scroll":true},
  {"id":"member-confirm","path":"/member/confirm","guard":["require-ticket"],"crumbs":["common.home"],"tab":"member","ns":["common","member","fault"],"personal":true,"secret":["ticket"],"scroll":true},
  {"id":"member-undo-email","path":"/member/undo-email","guard":["require-ticket"],"crumbs":["common.home"],"tab":"member","ns":["common","member","fault"],"personal":true,"secret":["ticket"],"scroll":true},
  {"id":"member-second-factor","path":"/member/second-factor","guard":["require-staff"],"crumbs":["common.home"],"tab":"member","ns":["common","factor","passkey","fault"],"personal":true,"scroll":true},
  {"id":"member-profile","path":"/member/profile","guard":["require-auth"],"crumbs":["common.home"],"tab":"member","ns":["common","profile","member","passkey","fault"],"personal":true,"scroll":true},
  {"id":"member-profile-security","path":"/member/profile/security","guard":["require-auth"],"crumbs":["common.home","common.account"],"tab":"member","ns":["common","security","member","passkey","fault"],"personal":true,"scroll":true},
  {"id":"member-profile-invoices","path":"/member/profile/invoices","guard":["require-auth"],"crumbs":["common.home","common.account"],"tab":"member","ns":["common","invoice","member"],"personal":true,"scroll":true},
  {"id":"member-profile-invoices-id","path":"/member/profile/invoices/:id","guard":["require-auth"],"crumbs":["common.home","common.account","common.invoices"],"tab":"member","ns":["common","invoice@member-profile-invoices-id","form","checkout@member-profile-invoices-id","payment","wall@member-profile-invoices-id","fault@member-profile-invoices-id","cart@member-profile-invoices-id","offering@member-profile-invoices-id"],"personal":true,"scroll":true},
  {"id":"member-profile-family","path":"/member/profile/family","guard":["require-auth","require-member"],"crumbs":["common.home","common.account"],"tab":"member","ns":["common","family","form","fault"],"personal":true,"scroll":true},
  {"id":"member-profile-data","path":"/member/profile/data","guard":["require-auth"],"crumbs":["common.home","common.account"],"tab":"member","ns":["common","data","member","fault"],"personal":true,"scroll":true},
  {"id":"member-profile-lamps","path":"/member/profile/lamps","guard":["require-auth","require-member"],"crumbs":["common.home","common.account"],"tab":"member","ns":["common","lamp","place","subscription","offering"],"personal":true,"scroll":true},
  {"id":"member-profile-subscriptions","path":"/member/profile/subscriptions","guard":["require-auth","require-member"],"crumbs":["common.home","common.account"],"tab":"member","ns":["common","subscription"],"personal":true,"scroll":true},
  {"id":"member-profile-subscriptions-id","path":"/member/profile/subscriptions/:id","guard":["require-auth","require-member"],"crumbs":["common.home","common.account","subscription.list-title"],"tab":"member","ns":["common","subscription","form","fault"],"personal":true,"scroll":true},
  {"id":"member-renewal","path":"/member/renewal","guard":["require-ticket"],"crumbs":["common.home"],"tab":"member","ns":["common","subscription@member-renewal","invoice@member-renewal","checkout","payment","fault"],"personal":true,"secret":["ticket"],"scroll":true},
  {"id":"not-found","path":"","guard":[],"crumbs":[],"ns":["common","error"],"scroll":true},
  {"id":"error","path":"","guard":[],"crumbs":[],"ns":["common","error"],"scroll":true},
] as const satisfies readonly Route[]

/** What programs say of themselves that read pages for a search, a preview or a check. */
export const bots = {"words":["+http","bot","crawl","spider","slurp","bingpreview","facebookexternalhit","facebookcatalog","google-inspectiontool","google-site-verification","googleother","google-read-aloud","mediapartners-google","feedfetcher","apis-google","sogou web","embedly","vkshare","w3c_validator","validator.nu","qwantify","chatgpt-user","perplexity-user","claude-user","cohere-ai"],"names":["whatsapp/","skypeuripreview","wget/","curl/","python-requests/","go-http-client/"],"phone":"cubot"}

/** What the payload of each page holds. */
export type PageData = {
  'home': components['schemas']['SiteHomeData']
  'about-us-key': components['schemas']['ContentAboutUs']
  'misc-faq': components['schemas']['ContentFAQ']
  'misc-privacy-policy': components['schemas']['ContentPage']
  'misc-service-policy': components['schemas']['ContentPage']
  'misc-term-and-condition': components['schemas']['ContentPage']
  'blessing-service': components['schemas']['OfferingListPage']
  'blessing-service-key': components['schemas']['OfferingDetail']
  'event': components['schemas']['EventCalendar']
  'event-key': components['schemas']['EventDetail']
  'merit-wall': components['schemas']['WallPage']
  'contact-us': components['schemas']['SiteContactData']
  'find-my-lamp-places': components['schemas']['SiteFoundLampsData']
  'order': components['schemas']['SiteOrderData']
  'kiosk': components['schemas']['SiteKioskData']
  'cart': components['schemas']['CartView']
  'cart-checkout': components['schemas']['CartView']
  'transaction-status': components['schemas']['InvoiceView']
  'member-login': components['schemas']['SiteRegistrationData']
  'member-registration': components['schemas']['SiteRegistrationData']
  'member-reset-email': components['schemas']['AccountAddressTicket']
  'member-confirm': components['schemas']['AccountAddressTicket']
  'member-undo-email': components['schemas']['AccountAddressTicket']
  'member-second-factor': components['schemas']['FactorState']
  'member-profile': components['schemas']['MemberProfile']
  'member-profile-security': components['schemas']['AccountSecurity']
  'member-profile-invoices': components['schemas']['SiteInvoicesData']
  'member-profile-invoices-id': components['schemas']['InvoiceView']
  'member-profile-family': components['schemas']['FamilyPage']
  'member-profile-data': components['schemas']['PersonalOverview']
  'member-profile-lamps': components['schemas']['SiteLampsData']
  'member-profile-subscriptions': components['schemas']['SubscriptionList']
  'member-profile-subscriptions-id': components['schemas']['SubscriptionDetail']
  'member-renewal': components['schemas']['CheckoutRenewalView']
}
