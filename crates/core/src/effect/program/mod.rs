//! What programs do with their arguments: one file per family, data where data suffices.
//!
//! A flag that no description names makes the call opaque, hence a stop: the flags of tomorrow's versions are safe
//! by construction. Adding a program is a line in its family's table, with its examples below it.

pub mod about;
mod archive;
mod arguments;
mod binary;
mod bubble;
mod container;
mod copy;
mod data;
mod database;
pub mod dev;
#[cfg(test)]
pub mod examples;
pub mod fetched;
mod files;
mod find;
pub mod git;
#[cfg(test)]
mod implied;
#[cfg(test)]
mod in_place;
mod index;
pub mod inline;
mod keys;
pub mod lasting;
pub mod links;
pub mod listing;
pub mod loaded;
mod look;
mod machine;
pub mod manifest;
mod members;
mod own;
mod package;
#[cfg(test)]
mod recorded;
mod remote;
mod response;
mod search;
mod service;
pub mod spec;
mod system;
mod text;
mod tmux;
#[cfg(test)]
mod unknown_values;
pub mod whole;
pub(super) mod wrapper;
pub(super) mod xargs;

pub use index::{consults, find};
pub use search::show;
pub use spec::{Consults, Program};

/// Programs that belong together.
struct Family {
    programs: &'static [Program],
    /// What each of them consults beside its arguments, unless it says so itself.
    consults: Consults,
}

/// Every family. A name stands in one of them only; a test checks that.
const FAMILIES: &[Family] = &[
    Family { programs: text::PROGRAMS, consults: Consults::Nothing },
    Family { programs: search::PROGRAMS, consults: Consults::Nothing },
    Family { programs: look::PROGRAMS, consults: Consults::Nothing },
    Family { programs: inline::sed::PROGRAMS, consults: Consults::Nothing },
    Family { programs: inline::awk::PROGRAMS, consults: Consults::Nothing },
    Family { programs: inline::jq::PROGRAMS, consults: Consults::Settings },
    Family { programs: inline::perl::PROGRAMS, consults: Consults::Settings },
    Family { programs: find::PROGRAMS, consults: Consults::Nothing },
    Family { programs: xargs::PROGRAMS, consults: Consults::Nothing },
    Family { programs: git::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::c::PROGRAMS, consults: Consults::Settings },
    Family { programs: dev::dotnet::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::elixir::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::go::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::interpreter::PROGRAMS, consults: Consults::Settings },
    Family { programs: dev::javascript::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::jvm::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::lint::PROGRAMS, consults: Consults::Settings },
    Family { programs: dev::npm::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::php::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::python::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::ruby::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::rust::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::site::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::swift::PROGRAMS, consults: Consults::Credentials },
    Family { programs: dev::task::PROGRAMS, consults: Consults::Credentials },
    Family { programs: archive::PROGRAMS, consults: Consults::Nothing },
    Family { programs: binary::PROGRAMS, consults: Consults::Nothing },
    Family { programs: container::PROGRAMS, consults: Consults::Credentials },
    Family { programs: copy::PROGRAMS, consults: Consults::Nothing },
    Family { programs: data::PROGRAMS, consults: Consults::Settings },
    Family { programs: database::PROGRAMS, consults: Consults::Credentials },
    Family { programs: files::PROGRAMS, consults: Consults::Nothing },
    Family { programs: inline::unread::PROGRAMS, consults: Consults::Settings },
    Family { programs: machine::PROGRAMS, consults: Consults::Credentials },
    Family { programs: own::PROGRAMS, consults: Consults::Credentials },
    Family { programs: package::PROGRAMS, consults: Consults::Credentials },
    Family { programs: service::PROGRAMS, consults: Consults::Settings },
    Family { programs: remote::ansible::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::aws::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::az::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::gcloud::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::gh::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::glab::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::google::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::helm::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::hosting::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::kube_tools::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::kubectl::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::pulumi::PROGRAMS, consults: Consults::Service },
    Family { programs: remote::terraform::PROGRAMS, consults: Consults::Service },
    Family { programs: system::PROGRAMS, consults: Consults::Nothing },
    Family { programs: wrapper::PROGRAMS, consults: Consults::Nothing },
];

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    /// Widely used frameworks for shells give short names a meaning of their own: most of these are git's, and some
    /// of them delete or rewrite. A name that may be such an alias says nothing about what runs. (`gmv` and `grm` are
    /// aliases too, and stop whatever they are.)
    #[test]
    fn no_name_is_an_alias_of_a_framework() {
        const ALIASES: &str = "g ga gaa gam gap gapa gau gav gb gba gbd gbl gbr gbs gc gca gcam gcb gcd gcf gcl gclean gcm gcmsg \
            gcn gco gcor gcount gcp gcpa gcpc gcr gcs gct gd gdc gdca gdi gdk gdm gds gdt gdu gdup gdv gdw gdx gf gfa gfc \
            gfg gfm gfo gfr gg gga ggf ggi ggl ggp ggpull ggpush ggu ggv ggw ghh gia gid gii gir giu gix gk gka gke gkl gko \
            gkt gl glb glc gld glg glgg glo glod glog glol gls glum gm gma gmc gmm gms gmt gmtl gmu gp gpa gpc gpd \
            gpf gpo gpp gpr gpristine gpt gpu gpv gr gra grb grba grbc grbi grc gref grev grf grh grhh gri grmc groh grrm \
            grs grset grss grst grt gru grup grv gs gsa gsb gsd gsh gsi gsl gsp gsps gsr gss gst gsta gstaa gstall gstc gstd \
            gstl gstp gstu gsu gsw gswc gswd gswm gt gta gtd gtl gts gtv gunignore gunwip gup gwC gwS gwX gwc gwch gwd \
            gwi gwip gwipe gwr gws gwt gwta gwtls gwtmv gwtrm gwx \
            h j k kaf kca kcuc kdel keti kgp kl klf ksc l la ll lsa lt md n o p po pu py rd rc rs rr s sa t ta tf tfa tfaa \
            tfd tfi tfp tfv tksv tl v x y yi yr ys b be bi bl bp bu c d dbl dcdn dco dcp dcr dcup dils dps dr drm dst e";
        let described: Vec<&str> = ALIASES.split_whitespace().filter(|name| find(name).is_some()).collect();
        assert_eq!(described, [] as [&str; 0]);
        for name in ["gsed", "gawk", "gtar", "ghead", "gsort", "ls", "du", "wc", "id"] {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn what_programs_consult() {
        assert_eq!(consults("ls"), Consults::Nothing);
        assert_eq!(consults("exiftool"), Consults::Settings);
        assert_eq!(consults("git"), Consults::Credentials);
        assert_eq!(consults("aws"), Consults::Service);
        assert_eq!(consults("nobody-described-it"), Consults::Service);
    }

    #[test]
    fn a_name_stands_in_one_family_only() {
        let mut seen = BTreeSet::new();
        let names =
            FAMILIES.iter().flat_map(|family| family.programs).flat_map(|program| program.names.split(' '));
        let twice: Vec<&str> = names.filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "described twice: {twice:?}");
    }
}
