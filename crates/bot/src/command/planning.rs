//! Planning ahead: what is played at once if the opponent plays this or that. Not here: which moves those are
//! (`flow/planning`).

use super::{Choice, Command, HelpGroup, Needs, Opt, OptionKind, Spec, Value};

/// What to do with one's plans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlanWish {
    /// Show them.
    #[default]
    List,
    /// Forget all of them.
    Clear,
    /// Add a line, as typed.
    Line(String),
}

static PLAN_WORDS: Choice<PlanWish> = Choice { key: "plan", words: &[("clear", PlanWish::Clear)] };

static PLAN: Opt<PlanWish> = Opt::new("plan", OptionKind::Plan(&PLAN_WORDS), |value| match value {
    Value::Word(word) => PLAN_WORDS.meaning(word),
    Value::Text(text) => Some(PlanWish::Line(text.clone())),
    _ => None,
});

/// Plan replies to the opponent's moves.
pub static IF: Spec = Spec {
    name: "if",
    group: HelpGroup::During,
    options: &[PLAN.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::If(given.value(&PLAN).unwrap_or_default())),
};
