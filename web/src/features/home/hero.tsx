import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Photograph, type Photo } from '../../ui/art/photograph.tsx'
import { Scene } from '../../ui/art/scene.tsx'
import { Icon } from '../../ui/icon.tsx'

// On phones the picture shrinks as the text grows: 238 px at the default text size, nothing at the largest. The same
// picture is positioned and cropped for each width: above the text on phones, beside it on wide screens.
const sceneClass =
  'absolute left-1/2 -top-[92px] -ml-[660px] h-[395px] w-[884px] max-w-none min-[440px]:-top-[150px] min-[440px]:-ml-[994px] min-[440px]:h-[596px] min-[440px]:w-[1330px] sm:-top-[max(200px,21vw)] sm:-ml-[max(1590px,168vw)] sm:h-[max(950px,100vw)] sm:w-[max(2125px,224vw)] lg:inset-0 lg:ml-0 lg:h-full lg:w-[108%]'

type Props = {
  /** A banner's text instead of the default text, and its photograph instead of the drawing. */
  banner?: { title: string; text: string; photo?: Photo }
}

/** The top of the home page: a picture of the hall at dawn, and what the temple offers. */
export function Hero({ banner }: Props) {
  const t = useT()
  const [first = '', ...rest] = (banner?.title ?? t('home.hero-title')).split(/(?<=[.!?。！？，])\s*/)
  return (
    <section className="relative z-0 overflow-hidden bg-[#f9edd8] lg:bg-[#f9e6c9]">
      <div className="relative -z-10 h-[calc(1300px-59rem)] overflow-hidden sm:h-[26rem] lg:absolute lg:inset-0 lg:h-auto">
        {banner?.photo ? (
          <Photograph photo={banner.photo} alt={banner.photo.alt} sizes="100vw" eager />
        ) : (
          <Scene className={sceneClass} />
        )}
        <div className="absolute inset-x-0 bottom-0 h-14 bg-linear-to-t from-paper-2 to-transparent lg:inset-y-0 lg:h-auto lg:bg-[radial-gradient(ellipse_52%_64%_at_14%_44%,#fbf1df_38%,rgb(251_241_223/.75)_62%,transparent_100%)]" />
      </div>
      <div className="relative bg-linear-to-b from-paper-2 to-paper pb-12 pt-3 lg:bg-none lg:pb-56 lg:pt-20">
        <div className="wrap">
          <div className="max-w-[40rem]">
            <p className="eyebrow">{t('home.eyebrow')}</p>
            <h1 className="mt-3 text-[clamp(1.72rem,1.1rem+2.75vw,3.4rem)] lg:mt-5 lang-zh:text-[clamp(2.1rem,1.3rem+3.3vw,3.7rem)]">
              {first}
              {rest.length > 0 && <br />}
              {rest.join(' ')}
            </h1>
            <p className="mt-4 max-w-[27rem] text-lg leading-relaxed text-ink-2 sm:text-xl lg:mt-6">
              {banner?.text ?? t('home.hero-text')}
            </p>
            <div className="mt-5 flex flex-wrap gap-3 lg:mt-8">
              <Link to="blessing-service" className="btn btn-1 grow text-lg sm:grow-0">
                <Icon name="lamp" />
                {t('home.offer')}
              </Link>
              <Link to="contact-us" className="btn btn-2 grow text-lg sm:grow-0">
                {t('home.plan-visit')}
              </Link>
            </div>
          </div>
        </div>
      </div>
    </section>
  )
}
