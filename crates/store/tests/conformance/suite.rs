//! List of all conformance tests, and the macro that runs them against a store. Not here: the
//! tests.

/// Runs the suite against one kind of store.
macro_rules! conformance {
    ($store:ident, $subject:ty) => {
        mod $store {
            use crate::subject::Subject;

            conformance! { @tests $subject;
                batches: a_put_makes_version_one_and_each_write_one_more,
                batches: a_deleted_key_is_absent_and_begins_again,
                batches: writes_of_a_batch_happen_in_order,
                batches: a_conflict_names_the_key_and_writes_nothing,
                batches: expectations_are_checked_before_the_writes,
                batches: tables_do_not_see_each_other,
                batches: an_empty_batch_is_applied,
                idempotency: a_repeated_event_gets_its_answer_and_writes_nothing,
                idempotency: a_repetition_wins_over_a_conflict,
                idempotency: a_conflict_does_not_use_up_the_event,
                idempotency: an_event_delivered_many_times_at_once_acts_once,
                idempotency: forgetting_takes_the_oldest_answers_and_only_old_ones,
                idempotency: answers_of_one_moment_are_forgotten_in_the_order_of_their_ids,
                idempotency: forgetting_at_the_same_time_counts_each_answer_once,
                scans: keys_come_in_byte_order_in_both_directions,
                scans: a_prefix_means_exactly_the_keys_that_begin_with_it,
                scans: a_range_has_its_start_and_not_its_end,
                scans: a_scan_goes_on_where_it_stopped,
                scans: an_upside_down_range_is_empty,
                limits: what_is_at_the_limit_is_stored,
                limits: what_is_over_the_limit_is_refused_by_name_and_writes_nothing,
                limits: any_bytes_are_keys_and_values,
                reading: a_batch_is_seen_whole_by_scans_at_any_time,
                reading: a_shared_store_says_what_time_it_is_and_no_other_does,
                writers: many_writers_lose_no_count,
                writers: of_two_writers_one_wins_and_the_other_is_told,
                snapshots: a_snapshot_is_the_store_at_one_moment_while_writers_run,
                snapshots: a_snapshot_sees_what_was_acknowledged_and_nothing_later,
                snapshots: of_an_empty_store_nothing_is_seen_whatever_comes,
                transfer: an_export_is_imported_and_exported_the_same,
                transfer: a_store_with_anything_in_it_takes_no_import,
                transfer: a_broken_export_names_the_line_and_leaves_no_usable_half,
                copies: a_copy_is_the_same_and_works_on,
                copies: nothing_is_copied_of_an_empty_store,
                copies: a_copy_goes_nowhere_where_something_is,
                copies: a_copy_that_is_interrupted_anywhere_goes_on,
                copies: what_differs_is_named_and_what_vanishes_too,
                copies: an_import_and_a_copy_do_not_go_on_with_each_other,
                closing: a_closed_store_refuses_everything,
            }
            conformance! { @places $subject; }
        }
    };
    (@tests $subject:ty; $($module:ident: $test:ident,)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let Some(subject) = <$subject>::new().await else { return };
                crate::$module::$test(subject.open().await).await;
            }
        )*
    };
    (@places $subject:ty;) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn what_was_acknowledged_is_there_after_closing() {
            crate::closing::what_was_acknowledged_is_there_after_closing::<$subject>().await;
        }

        #[test]
        fn random_batches_do_what_they_do_to_a_map() {
            crate::model::random_batches_do_what_they_do_to_a_map::<$subject>();
        }
    };
}
