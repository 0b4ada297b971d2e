
mod people;
mod template;
use template::Template;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let t = Template::play(1_767_323_045_000).await?;
        println!("{:?}", t.by_table());
        for row in t.rows(77)? { match row { 
            adoube_store::Row::Record{table,key,record} => println!("{table} {} v{} {}", key.escape_ascii(), record.version, String::from_utf8_lossy(&record.value)),
            adoube_store::Row::Answer{id,at_millis,answer} => println!("answer {id:?} {at_millis} {}", String::from_utf8_lossy(&answer)) } }
        Ok(())
    })
}
